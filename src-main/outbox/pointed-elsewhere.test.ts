import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConnections } from '../connections/connections';
import { createCredentials } from '../credentials/credentials';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/**
 * Many themes are published, and their connection is pointed to another workspace while a slow disk gives
 * the first of them. They were asked for at the workspace before: of all of them a person is asked.
 */
describe('the connection is pointed elsewhere while many are read', () => {
  /** The workspaces that got anything, when so many themes are published and the connection moves meanwhile. */
  async function workspacesThatGot(themes: number): Promise<string[]> {
    const made = await outboxFixture({ themes });
    const saved = made.library.saved.bind(made.library);
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
      await slow;
      return saved(id);
    });
    const publishing = made.publish(...made.ids);
    await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(Math.min(themes, 8)));
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    made.outbox.tokenReplaced('c1');
    made.outbox.connectionsChanged();
    goOn();
    await publishing;
    await made.drained();
    expect((await made.items()).map(({ why }) => why)).toContain('elsewhere');
    return made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
  }

  it('the control: eight, which are read at once, wait for a person', async () => {
    expect(await workspacesThatGot(8)).toEqual([]);
  });

  it('twelve, of which four have their turn later, all wait for a person', async () => {
    expect(await workspacesThatGot(12)).toEqual([]);
  });
});

/**
 * A theme is published, and its connection is pointed to another workspace while the theme is read; it is
 * published again, to there. That is the newer wish.
 */
describe('the theme is published to the new place while it is read for the old one', () => {
  it('keeps what was asked for last, though the older one is written down after it', async () => {
    const made = await outboxFixture();
    const { handlers } = made.outbox;
    await handlers.setPaused({ isPaused: true });
    const { saved } = made.library;
    let goOn: () => void = () => undefined;
    const reading = new Promise<void>((isRead) => {
      const slow = new Promise<void>((resolve) => (goOn = resolve));
      vi.spyOn(made.library, 'saved').mockImplementationOnce(async (id) => {
        isRead();
        await slow;
        return saved(id);
      });
    });
    const older = made.publish();
    await reading;
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    made.outbox.tokenReplaced('c1');
    made.outbox.connectionsChanged();
    await made.publish();
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
    goOn();
    await older;
    await handlers.setPaused({ isPaused: false });
    await made.drained();
    const sentTo = made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
    expect(sentTo).toEqual(['w2']);
  });
});

describe('what was asked for where the connection led', () => {
  /**
   * What is published where a connection leads now takes the place of what was published through it where it led. So it does
   * where a slow disk is still reading the theme for that one.
   */
  it.each([false, true])(
    'is not asked about, nor sent once it leads there again: slow %s',
    async (isSlow) => {
      const made = await outboxFixture();
      const { connection, library, outbox, place, practice } = made;
      connection.keepsClientIds = 'yes';
      const { themeId } = place;
      const lead = async (workspaceId: string) => {
        connection.workspaceId = workspaceId;
        outbox.connectionsChanged();
        await made.settled();
      };
      const to = () => outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
      await outbox.handlers.setPaused({ isPaused: true });
      const { goOn, reading } = holdNextReading(library);
      const older = to();
      await expect.poll(() => reading.mock.calls.length).toBe(1);
      if (!isSlow) goOn();
      if (!isSlow) await older;
      connection.workspaceId = 'w2';
      outbox.connectionsChanged();
      await library.handlers.rename({ id: themeId, name: 'Newer' });
      await to();
      goOn();
      await older;
      expect
        .soft((await made.items()).map(({ name, why }) => ({ name, why })))
        .toEqual([{ name: 'Newer', why: 'paused' }]);
      await outbox.handlers.setPaused({ isPaused: false });
      await made.drained();
      await lead('w1');
      await made.drained();
      const sent = practice
        .received()
        .map(({ body }) => (JSON.parse(body) as { name: string }).name);
      expect(sent).toEqual(['Newer']);
    },
  );
});

/**
 * A person points a connection elsewhere, and the disk refuses that: nobody has seen it lead there. One that led
 * elsewhere for a moment holds nothing up: what stood in line then "waits for its turn", and its turn comes.
 */
describe('the disk refuses the connection’s edit', () => {
  async function refusedEdit(events: string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
    const away = `${folder}-away`;
    onTestFinished(async () => {
      for (const path of [folder, away]) await rm(path, { recursive: true, force: true });
    });
    const entries = new Map<string, string>();
    const connections = createConnections({
      file: join(folder, 'connections.json'),
      tokens: createCredentials({
        keychain: {
          get: async (account) => entries.get(account) ?? null,
          set: async (account, secret) => void entries.set(account, secret),
          delete: async (account) => void entries.delete(account),
        },
        onSecret: () => undefined,
        platform: 'linux',
        secretService: async () => 'open',
        warn: () => undefined,
      }),
      check: () => Promise.reject(new Error('no check')),
      startPractice: () => Promise.reject(new Error('no practice')),
      practiceLabel: () => 'Practice',
      onChange: () => events.push('changed'),
      onAccessChanged: () => events.push('access'),
      log: { warn: () => undefined },
    });
    await connections.start();
    const input = {
      ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
      ...{ colour: 'petrol' as const, preset: 'documented' as const },
      presentation: { kind: 'bearer' as const },
    };
    const { id } = await connections.handlers.add({ input, token: 'old', keep: 'keychain' });
    await rename(folder, away);
    await writeFile(folder, '');
    events.length = 0;
    const edit = Promise.resolve(
      connections.handlers.edit({ id, input: { ...input, workspaceId: 'w2' }, keep: 'keychain' }),
    ).catch(() => 'refused');
    await Promise.resolve();
    const seen = connections.knownById(id)?.workspaceId;
    expect(await edit).toBe('refused');
    await rm(folder);
    await rename(away, folder);
    return { seen, now: connections.knownById(id)?.workspaceId };
  }

  it('is not seen to lead where the disk refuses it, and nothing is told', async () => {
    const events: string[] = [];
    expect(await refusedEdit(events)).toEqual({ seen: 'w1', now: 'w1' });
    expect(events).toEqual([]);
  });

  it.each([
    ['the control: its connection was not edited', false],
    ['its connection led elsewhere for a moment', true],
  ])('is published: %s', async (_name, isEdited) => {
    const made = await outboxFixture();
    const [connection = made.connection] = made.connections;
    const { token } = made;
    let give = (_token: string | undefined): void => undefined;
    let asked = 0;
    made.tokenFor = () => {
      asked += 1;
      return new Promise((resolve) => (give = resolve));
    };
    await made.publish();
    await expect.poll(() => asked).toBe(1);
    // From now on the keychain is open.
    made.tokenFor = () => Promise.resolve(token);
    if (isEdited) made.connections[0] = { ...connection, workspaceId: 'w2' };
    give(token);
    await made.settled();
    made.connections[0] = connection;
    // As the wiring does at that word.
    if (isEdited) made.outbox.connectionsChanged();
    await made.drained();
    expect.soft((await made.items()).map(({ why }) => why)).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
  });
});

/**
 * A theme is on its way as the connection wanted it, and a person corrects the connection’s preset and publishes the
 * theme again: what is on its way is not what they ask for now.
 */
describe('the connection’s preset is corrected while a theme is on its way', () => {
  it.each([
    ['the control: the same again is one', 'documented', 1],
    ['it is sent again in the dialect of the other preset', 'typebot-2023', 2],
  ] as const)('%s', async (_name, preset, requests) => {
    const made = await outboxFixture();
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    made.connections.splice(0, 1, { ...made.connection, preset });
    made.outbox.connectionsChanged();
    await made.publish();
    release();
    await made.drained();
    expect(made.practice.received()).toHaveLength(requests);
    expect(await made.items()).toEqual([]);
  });
});
