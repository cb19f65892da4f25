import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isReachedOtherwise,
  type ConnectionCheck,
  type ConnectionInput,
  type Connections as Snapshot,
} from '@shared/connection';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConnections, type Connections } from './connections';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const input: ConnectionInput = {
  label: 'Northwind Studio',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws_4f2c9a',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
};

const { origin } = new URL(input.baseAddress);

async function room() {
  const kept = new Map<string, { token: string; where: string }>();
  const changes: Snapshot[] = [];
  const told: string[] = [];
  const checks: { input: ConnectionInput; token: string | undefined }[] = [];
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: {
      token: async (id, origin) => kept.get(`${id} ${origin}`)?.token,
      keep: async (id, origin, token, where) => {
        kept.set(`${id} ${origin}`, { token, where });
        return () => Promise.resolve();
      },
      forget: async (id, origin) => {
        kept.delete(`${id} ${origin}`);
        return () => Promise.resolve();
      },
      forgetInSession: (id, origin) => {
        kept.delete(`${id} ${origin}`);
        return () => Promise.resolve();
      },
      removeFromKeychain: async (id, origin) => {
        return kept.get(`${id} ${origin}`)?.where === 'keychain' && kept.delete(`${id} ${origin}`);
      },
      isInSession: (id, origin) => kept.get(`${id} ${origin}`)?.where === 'session',
      readAgain: () => undefined,
    },
    check: async (checked, token): Promise<ConnectionCheck> => {
      checks.push({ input: checked, token });
      return { verdict: 'good', status: 400, detail: '' };
    },
    startPractice: async (before) => ({
      baseAddress: before ?? 'http://127.0.0.1:4010/api/v1',
      workspaceId: 'practice',
      token: 'practice-token',
    }),
    practiceLabel: () => 'Practice',
    onChange: (snapshot) => changes.push(snapshot),
    onAccessChanged: (id) => told.push(`access ${id}`),
    onRemoved: (id) => told.push(`removed ${id}`),
    log: { warn: () => undefined },
  });
  await connections.start();
  return { connections, kept, changes, checks, told };
}

function current(connections: Connections) {
  const { list, currentId } = connections.snapshot();
  return list.find((connection) => connection.id === currentId);
}

async function problem(work: unknown): Promise<Problem | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
}

async function add(connections: Connections, more: Partial<ConnectionInput> = {}) {
  return connections.handlers.add({
    input: { ...input, ...more },
    token: 'sesame',
    keep: 'keychain',
  });
}

describe('adding a connection', () => {
  it('keeps it, makes it the current one, and tells', async () => {
    const { connections, changes } = await room();
    await add(connections);
    expect(current(connections)).toMatchObject({
      label: 'Northwind Studio',
      host: 'northwind.example',
      tokenState: 'keychain',
    });
    expect(changes).toHaveLength(1);

    const again = await room();
    expect(again.connections.snapshot().list).toHaveLength(1);
  });

  it('writes no token in its document', async () => {
    const { connections } = await room();
    await add(connections);
    expect(await readFile(join(folder, 'connections.json'), 'utf8')).not.toContain('sesame');
  });

  it('binds the token to the origin of the address', async () => {
    const { connections, kept } = await room();
    const { id } = await add(connections);
    expect([...kept.keys()]).toEqual([`${id} https://northwind.example`]);
  });

  it.each([
    ['baseAddress', '', 'required'],
    ['baseAddress', 'northwind', 'notAnAddress'],
    ['baseAddress', 'ftp://northwind.example/v1', 'notAnAddress'],
    ['baseAddress', 'javascript:alert(1)//v1', 'notAnAddress'],
    ['baseAddress', 'http://northwind.example/api/v1', 'notHttps'],
    ['baseAddress', 'http://127.0.0.1.evil.example/v1', 'notHttps'],
    ['baseAddress', 'http://localhost.evil.example/v1', 'notHttps'],
    ['baseAddress', 'https://northwind.example/api', 'mustEndInV1'],
    ['baseAddress', 'https://northwind.example/api/xv12', 'mustEndInV1'],
    ['baseAddress', 'https://me:secret@northwind.example/v1', 'hasUserInfo'],
    ['baseAddress', 'https://northwind.example/v1?key=1', 'hasQuery'],
    ['baseAddress', 'https://northwind.example/v1#top', 'hasQuery'],
    ['label', '   ', 'required'],
    ['label', 'x'.repeat(81), 'tooLong'],
    ['workspaceId', '', 'required'],
    ['workspaceId', 'w\0', 'unsendableText'],
    ['workspaceId', 'w\uD83D', 'unsendableText'],
    ['baseAddress', 'https://northwind.example/a\0b/v1', 'unsendableText'],
    ['baseAddress', 'https://northwind.example/a%00b/v1', 'unsendableText'],
    ['baseAddress', 'https://northwind.example/\uD83D/v1', 'unsendableText'],
  ])('refuses %s %j: %s', async (field, value, reason) => {
    const { connections, kept } = await room();
    expect(await problem(add(connections, { [field]: value }))).toEqual({
      code: 'invalidFields',
      fields: [{ field, reason }],
    });
    expect(kept.size).toBe(0);
    expect(connections.snapshot().list).toEqual([]);
  });

  it.each([
    ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1'],
    ['http://localhost:4010/api/v1/', 'http://localhost:4010/api/v1'],
    ['http://[::1]:4010/v1', 'http://[::1]:4010/v1'],
    ['  HTTPS://Northwind.example/API/v1  ', 'https://northwind.example/API/v1'],
  ])('takes %j as %s', async (typed, tidied) => {
    const { connections } = await room();
    await add(connections, { baseAddress: typed });
    expect(current(connections)?.baseAddress).toBe(tidied);
  });

  it('names every field that can’t be right at once', async () => {
    const { connections } = await room();
    const said = await problem(
      connections.handlers.add({
        input: {
          ...input,
          label: '',
          baseAddress: 'x',
          presentation: { kind: 'header', header: 'X Key', scheme: 'a\nb' },
        },
        token: 'to\nken',
        keep: 'keychain',
      }),
    );
    expect(said?.code === 'invalidFields' && said.fields.map(({ field }) => field)).toEqual([
      'label',
      'baseAddress',
      'header',
      'scheme',
      'token',
    ]);
  });

  it.each(['Content-Length', 'host', 'Cookie'])(
    'does not present a token in %s',
    async (header) => {
      const { connections } = await room();
      expect(
        await problem(add(connections, { presentation: { kind: 'header', header, scheme: '' } })),
      ).toEqual({ code: 'invalidFields', fields: [{ field: 'header', reason: 'reservedHeader' }] });
    },
  );

  it('asks for a token unless none is presented', async () => {
    const { connections } = await room();
    const without = (presentation: ConnectionInput['presentation']) =>
      problem(connections.handlers.add({ input: { ...input, presentation }, keep: 'keychain' }));
    expect(await without({ kind: 'bearer' })).toEqual({
      code: 'invalidFields',
      fields: [{ field: 'token', reason: 'required' }],
    });
    expect(await without({ kind: 'none' })).toBeUndefined();
    expect(current(connections)?.tokenState).toBe('notNeeded');
  });
});

describe('changing a connection', () => {
  it('keeps the token while the origin stays', async () => {
    const { connections } = await room();
    const { id } = await add(connections);
    await connections.handlers.edit({
      id,
      input: { ...input, label: 'Renamed', baseAddress: 'https://northwind.example/other/v1' },
      keep: 'keychain',
    });
    expect(current(connections)).toMatchObject({ label: 'Renamed', tokenState: 'keychain' });
  });

  it('asks for the token again when the origin changes, and forgets the old one', async () => {
    const { connections, kept } = await room();
    const { id } = await add(connections);
    const moved = { ...input, baseAddress: 'https://elsewhere.example/v1' };
    expect(
      await problem(connections.handlers.edit({ id, input: moved, keep: 'keychain' })),
    ).toEqual({
      code: 'invalidFields',
      fields: [{ field: 'token', reason: 'required' }],
    });
    expect(current(connections)?.baseAddress).toBe(input.baseAddress);

    await connections.handlers.edit({ id, input: moved, token: 'new', keep: 'session' });
    expect([...kept.keys()]).toEqual([`${id} https://elsewhere.example`]);
    expect(current(connections)?.tokenState).toBe('session');
  });

  it('says when a token is missing after it was forgotten', async () => {
    const { connections, kept } = await room();
    const { id } = await add(connections);
    await connections.handlers.forgetToken({ id });
    expect(current(connections)?.tokenState).toBe('missing');
    expect(kept.size).toBe(0);
    await connections.handlers.replaceToken({ id, token: 'open', keep: 'keychain' });
    expect(current(connections)?.tokenState).toBe('keychain');
  });

  it('removes it with its token and goes on with another', async () => {
    const { connections, kept } = await room();
    const first = await add(connections);
    const second = await add(connections, { label: 'Kestrel' });
    await connections.handlers.remove({ id: second.id });
    expect(connections.snapshot().currentId).toBe(first.id);
    expect(kept.size).toBe(1);
  });

  it('learns of a service for all connections to it', async () => {
    const { connections } = await room();
    await add(connections);
    await add(connections, { workspaceId: 'another' });
    await add(connections, { baseAddress: 'https://elsewhere.example/api/v1' });
    await connections.learnIds(input.baseAddress, 'no');
    const known = connections.snapshot().list.map(({ keepsClientIds }) => keepsClientIds);
    expect(known).toEqual(['no', 'no', 'unknown']);
  });

  it('forgets what it learned of ids when the address changes', async () => {
    const { connections } = await room();
    const { id } = await add(connections);
    const { baseAddress } = input;
    await connections.learnIds(baseAddress, 'yes');
    expect(current(connections)?.keepsClientIds).toBe('yes');
    await connections.handlers.edit({
      id,
      input: { ...input, baseAddress: 'https://northwind.example/two/v1' },
      keep: 'keychain',
    });
    expect(current(connections)?.keepsClientIds).toBe('unknown');
    // An answer that the old address still gave says nothing of the new one.
    await connections.learnIds(baseAddress, 'yes');
    expect(current(connections)?.keepsClientIds).toBe('unknown');
  });
});

describe('an older token that is still in the keychain', () => {
  /** As where the keychain was locked while the token was replaced by one until Foyer quits. */
  async function replaced() {
    const before = await room();
    const { id } = await add(before.connections);
    await before.connections.handlers.replaceToken({ id, token: 'new', keep: 'session' });
    expect(await before.connections.tokenFor(id, origin)).toBe('new');
    const after = await room();
    after.kept.set(`${id} ${origin}`, { token: 'sesame', where: 'keychain' });
    return { id, ...after };
  }

  it('is not sent after a restart, when the window says that the token is missing', async () => {
    const { connections, id } = await replaced();
    expect(current(connections)?.tokenState).toBe('missing');
    expect(await connections.tokenFor(id, origin)).toBeUndefined();
    expect(await problem(connections.handlers.check({ input, id }))).toEqual({
      code: 'invalidFields',
      fields: [{ field: 'token', reason: 'required' }],
    });
  });

  it('is deleted with its connection', async () => {
    const { connections, kept, id } = await replaced();
    await connections.handlers.remove({ id });
    expect([...kept.keys()]).toEqual([]);
  });

  it('is deleted when the token is forgotten', async () => {
    const { connections, kept, id } = await replaced();
    await connections.handlers.forgetToken({ id });
    expect([...kept.keys()]).toEqual([]);
  });

  it('of an address that was left is deleted with the connection', async () => {
    const { connections, kept } = await room();
    const { id } = await add(connections);
    const moved = { ...input, baseAddress: 'https://elsewhere.example/v1' };
    await connections.handlers.edit({ id, input: moved, token: 'new', keep: 'session' });
    // It could not be removed at that moment.
    kept.set(`${id} ${origin}`, { token: 'sesame', where: 'keychain' });
    await connections.handlers.remove({ id });
    expect([...kept.keys()]).toEqual([]);
  });

  it('makes way for one that is kept in its place', async () => {
    const { connections, id } = await replaced();
    await connections.handlers.replaceToken({ id, token: 'newest', keep: 'keychain' });
    expect(current(connections)?.tokenState).toBe('keychain');
    expect(await connections.tokenFor(id, origin)).toBe('newest');
  });
});

describe('checking a connection', () => {
  it('uses the stored token of the connection that is edited, at its own origin only', async () => {
    const { connections, checks } = await room();
    const { id } = await add(connections);
    await connections.handlers.check({ input, id });
    expect(checks[0]?.token).toBe('sesame');
    expect(
      await problem(
        connections.handlers.check({
          input: { ...input, baseAddress: 'https://elsewhere.example/v1' },
          id,
        }),
      ),
    ).toEqual({ code: 'invalidFields', fields: [{ field: 'token', reason: 'required' }] });
  });
});

describe('practising', () => {
  it('makes one connection, however often it is asked for', async () => {
    const { connections } = await room();
    const first = await connections.handlers.practise(undefined);
    const second = await connections.handlers.practise(undefined);
    expect(second).toEqual(first);
    expect(current(connections)).toMatchObject({ isPractice: true, tokenState: 'session' });
  });

  it('is marked by a colour that no other connection has', async () => {
    const { connections } = await room();
    await connections.handlers.add({
      ...{ input: { ...input, colour: 'green' }, token: 'mine', keep: 'session' },
    });
    await connections.handlers.practise(undefined);
    const colours = connections.snapshot().list.map(({ colour }) => colour);
    expect(new Set(colours).size).toBe(2);
  });

  it('comes back with the next start', async () => {
    const before = await room();
    await before.connections.handlers.practise(undefined);
    const after = await room();
    expect(current(after.connections)?.tokenState).toBe('missing');
    await after.connections.resumePractice();
    expect(current(after.connections)?.tokenState).toBe('session');
  });
});

describe('editing a connection', () => {
  it('is refused for practice, which the next start would point back', async () => {
    const { connections } = await room();
    const { id } = await connections.handlers.practise(undefined);
    const before = connections.byId(id);
    const edited = connections.handlers.edit({ id, input, token: 'mine', keep: 'session' });
    expect(await problem(edited)).toEqual({
      code: 'invalidFields',
      fields: [{ field: 'baseAddress', reason: 'ofPractice' }],
    });
    expect(connections.byId(id)).toEqual(before);
  });

  it.each([
    ['another label and colour', { label: 'Kestrel', colour: 'rose' }, false],
    ['another address', { baseAddress: 'https://northwind.example/other/v1' }, true],
    ['another workspace', { workspaceId: 'w2' }, true],
    ['another presentation', { presentation: { kind: 'none' } }, true],
  ] as const)('counts %s as reached otherwise only where it is', async (_what, more, expected) => {
    const { connections } = await room();
    const { id } = await add(connections);
    const before = connections.byId(id);
    await connections.handlers.edit({ id, input: { ...input, ...more }, keep: 'keychain' });
    expect(isReachedOtherwise(before, connections.byId(id))).toBe(expected);
  });
});

describe('what is told beside the change', () => {
  it('is that another token, or another way, may get through what was refused', async () => {
    const { connections, told } = await room();
    const { id } = await add(connections);
    const edit = (changed: Partial<ConnectionInput>, token?: string) =>
      connections.handlers.edit({ id, input: { ...input, ...changed }, token, keep: 'session' });
    await edit({ label: 'Another name', colour: 'violet' });
    await edit({ label: 'Another name' }, ' ');
    expect(told).toEqual([]);
    await edit({ workspaceId: 'ws_other' });
    expect(told).toHaveLength(1);
    await edit({ workspaceId: 'ws_other' }, 'sesame');
    expect(told).toHaveLength(2);
    await connections.handlers.replaceToken({ id, token: 'open', keep: 'session' });
    expect(told).toEqual([`access ${id}`, `access ${id}`, `access ${id}`]);
  });

  it('is counted, over a restart, and is no part of a backup', async () => {
    const { connections } = await room();
    const { id } = await add(connections);
    await connections.handlers.edit({ id, input: { ...input, label: 'Kestrel' }, keep: 'session' });
    expect(connections.byId(id)?.access).toBeUndefined();
    await connections.handlers.replaceToken({ id, token: 'open', keep: 'session' });
    const moved = { ...input, workspaceId: 'ws_other' };
    await connections.handlers.edit({ id, input: moved, token: 'sesame', keep: 'session' });
    const again = await room();
    expect(again.connections.byId(id)?.access).toBe(2);
    expect(connections.backupPart.collect()).not.toMatchObject([{ access: 2 }]);
  });

  it('is that a person goes to practise, not that the practice service is there again', async () => {
    const { connections, told } = await room();
    const { id } = await connections.handlers.practise(undefined);
    await connections.resumePractice();
    // Nothing waits yet for one that is new.
    expect(told).toEqual([]);
    await connections.handlers.practise(undefined);
    expect(told).toEqual([`access ${id}`]);
  });

  it('is that one was removed, and nothing where that was refused', async () => {
    const { connections, told } = await room();
    const { id } = await add(connections);
    await connections.handlers.remove({ id });
    expect(await problem(connections.handlers.remove({ id }))).toMatchObject({ code: 'notFound' });
    expect(told).toEqual([`removed ${id}`]);
  });
});
