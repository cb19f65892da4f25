import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { createActivity } from '../activity/activity';
import { type Connections, createConnections } from '../connections/connections';
import { createCredentials } from '../credentials/credentials';
import { createRedactor } from '../logging/logging';
import { readTokens } from './read-tokens';

/**
 * A person edits a connection to give it its new token, and pastes that into the field above, the name’s: the token’s own
 * may stay empty, so *Save* takes it. They see the token in the list, put the name right, and enter the token where it
 * belongs. From then on Foyer knows it for one; what Activity has of the slip is exported for a support question.
 */
describe('a token that was told before it was known', () => {
  const token = 'fyr_live_5b1c9e7a2d4f8e60';
  const input: ConnectionInput = {
    ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
    ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
  };

  async function computer() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    return { folder, kept: new Map<string, string>() };
  }

  /** The rooms as `rooms.ts` builds them. */
  async function started({ folder, kept }: Awaited<ReturnType<typeof computer>>) {
    const secrets = createRedactor();
    const warn = () => undefined;
    const activity = createActivity({
      folder: join(folder, 'activity'),
      withoutSecrets: (text) => secrets.text(text),
      learnSecrets: () => readTokens(connections, warn),
    });
    const connections = createConnections({
      file: join(folder, 'connections.json'),
      tokens: createCredentials({
        keychain: {
          get: (account) => Promise.resolve(kept.get(account) ?? null),
          set: (account, secret) => Promise.resolve(void kept.set(account, secret)),
          delete: (account) => Promise.resolve(void kept.delete(account)),
        },
        onSecret: (secret) => secrets.registerSecret(secret),
        ...{
          platform: 'darwin',
          secretService: () => Promise.resolve('open'),
          warn,
        },
      }),
      check: () => Promise.reject(new Error('nothing is checked here')),
      startPractice: () => Promise.reject(new Error('nobody practises here')),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      onDone: (action) => activity.note(action),
      log: { warn },
    });
    await connections.start();
    onTestFinished(() => connections.close());
    return { activity, connections };
  }

  async function rooms() {
    const { activity, connections } = await started(await computer());
    const { edit } = await connected(connections);
    return { activity, edit };
  }

  async function connected(connections: Connections) {
    const { id } = await connections.handlers.add({
      input,
      token: 'fyr_live_old',
      keep: 'keychain',
    });
    const edit = (label: string, given?: string) =>
      connections.handlers.edit({
        id,
        input: { ...input, label },
        keep: 'keychain',
        ...(given !== undefined && { token: given }),
      });
    return { edit };
  }

  it('the control: pasted into both at once, which is refused, it is in no export', async () => {
    const { activity, edit } = await rooms();
    await expect(edit(token, token)).rejects.toThrow('invalidFields');
    await edit('Northwind', token);
    await activity.settled();
    const exported = await activity.exported();
    expect(exported).toContain('tokenReplaced');
    expect(exported).not.toContain(token);
  });

  it('pasted into the name first, it is in no export once it is the token', async () => {
    const { activity, edit } = await rooms();
    await edit(token);
    await edit('Northwind', token);
    await activity.settled();
    const exported = await activity.exported();
    expect(exported).toContain('tokenReplaced');
    expect(exported).not.toContain(token);
  });

  it('pasted into a theme’s name, it is in nothing that is copied of a request after a restart', async () => {
    const there = await computer();
    const before = await started(there);
    const { edit } = await connected(before.connections);
    const id = await before.activity.begin({
      ...{ kind: 'saveThemeTemplate', subject: `Harbour ${token}` },
      ...{ connectionId: 'c1', connectionLabel: 'Northwind' },
      request: {
        ...{ method: 'PUT', url: 'https://northwind.example/api/v1/themeTemplates/t1' },
        ...{ headers: {}, body: JSON.stringify({ name: `Harbour ${token}` }) },
      },
    });
    await before.activity.end(id, {
      outcome: { kind: 'accepted', status: 200 },
      tookMs: 1,
      answer: null,
    });
    await edit('Northwind', token);
    await before.connections.close();
    const { activity } = await started(there);
    const given = await activity.detailsToGiveAway(id);
    expect(JSON.stringify(given)).not.toContain(token);
    // No command is made of it.
    expect(given.request.isRedacted).toBe(true);
  });

  it('pasted into the name alone, it is in no export after a restart at which nothing was sent yet', async () => {
    const there = await computer();
    const before = await started(there);
    const { edit } = await connected(before.connections);
    await edit('Northwind', token);
    await edit(`Northwind ${token.slice(0, 8)}`);
    // As an earlier Foyer took it: this one refuses it beside a token that is in memory.
    before.activity.note({
      kind: 'connectionEdited',
      touched: [{ id: 'c1', name: `Northwind ${token}` }],
    });
    await before.activity.settled();
    await before.connections.close();
    const { activity } = await started(there);
    const exported = await activity.exported();
    expect(exported).toContain('connectionEdited');
    expect(exported).not.toContain(token);
  });
});

/**
 * A keychain fails to give one token: its item is damaged, or belongs to another program. What is given away is still rid
 * of the tokens of the other connections. One that is locked or absent gives none, and is asked once.
 */
describe('tokens beside one that the keychain fails to give', () => {
  const all = ['first', 'second', 'third'];

  it.each<[string, Problem, readonly string[]]>([
    ['one that fails for itself', { code: 'keychainFailed', detail: 'damaged' }, all],
    ['a locked keychain', { code: 'keychainLocked' }, ['first']],
    ['none on this computer', { code: 'keychainAbsent', detail: '', isKWallet: false }, ['first']],
  ])('%s', async (_, problem, expected) => {
    const asked: string[] = [];
    const warned: string[] = [];
    await readTokens(
      {
        known: () =>
          all.map((id) => ({ ...trialConnection(id), presentation: { kind: 'bearer' } })),
        tokenFor: (id) => {
          asked.push(id);
          return id === 'first'
            ? Promise.reject(new ProblemError(problem))
            : Promise.resolve('token');
        },
      },
      (event) => warned.push(event),
    );
    expect(asked).toEqual(expected);
    expect(warned).toEqual(['activity.tokensNotRead']);
  });
});

/**
 * The only connection presents no token, so the keychain has none of Foyer's. A person exports Activity after a restart:
 * no keychain is asked, as none is asked when something is sent there. A locked one would ask the person for its password
 * and hold up the export for a token that nobody has.
 */
describe('a connection without a token', () => {
  const reached = {
    ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
    ...{ colour: 'petrol' as const, preset: 'documented' as const },
  };

  async function askedFor(input: ConnectionInput, token: string | undefined): Promise<number> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const kept = new Map<string, string>();
    let asked = 0;
    const started = async () => {
      const connections = createConnections({
        file: join(folder, 'connections.json'),
        tokens: createCredentials({
          keychain: {
            get: (account) => {
              asked += 1;
              return Promise.resolve(kept.get(account) ?? null);
            },
            set: (account, secret) => Promise.resolve(void kept.set(account, secret)),
            delete: (account) => Promise.resolve(void kept.delete(account)),
          },
          onSecret: () => undefined,
          ...{ platform: 'darwin', secretService: () => Promise.resolve('open') },
          warn: () => undefined,
        }),
        check: () => Promise.reject(new Error('nothing is checked here')),
        startPractice: () => Promise.reject(new Error('nobody practises here')),
        practiceLabel: () => 'Practice',
        onChange: () => undefined,
        log: { warn: () => undefined },
      });
      await connections.start();
      return connections;
    };
    const before = await started();
    await before.handlers.add({ input, keep: 'keychain', ...(token !== undefined && { token }) });
    await before.close();
    const connections = await started();
    onTestFinished(() => connections.close());
    asked = 0;
    const activity = createActivity({
      folder: join(folder, 'activity'),
      learnSecrets: () => readTokens(connections, () => undefined),
    });
    await activity.exported();
    return asked;
  }

  it('the control: one with a token is asked for once', async () => {
    expect(await askedFor({ ...reached, presentation: { kind: 'bearer' } }, 'fyr_live_1')).toBe(1);
  });

  it('one that presents none is not asked for', async () => {
    expect(await askedFor({ ...reached, presentation: { kind: 'none' } }, undefined)).toBe(0);
  });
});
