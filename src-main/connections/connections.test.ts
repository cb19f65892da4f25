import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { LocalAction } from '@shared/activity';
import { type ConnectionInput, isReachedOtherwise } from '@shared/connection';
import { connectionsFolder, openKeychain, startConnections } from './testing/fixture-connections';
import {
  add,
  current,
  documentFile,
  input,
  origin,
  problem,
  room,
} from './testing/observed-connections';

/** Connections are added, checked, changed and practised with. */
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
    expect(await readFile(documentFile(), 'utf8')).not.toContain('sesame');
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
    ['workspaceId', 'w\0w', 'unsendableText'],
    ['workspaceId', 'w\uD83D', 'unsendableText'],
    ['workspaceId', 'w\u200bs', 'unsendableText'],
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
    await connections.handlers.forgetToken({ id, reach: input });
    expect(current(connections)?.tokenState).toBe('missing');
    expect(kept.size).toBe(0);
    await connections.handlers.replaceToken({ id, reach: input, token: 'open', keep: 'keychain' });
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

/**
 * A person edits a connection and chooses *No token*: “For services that need no token. Nothing is stored in the
 * keychain.” From then on Settings says *no token needed*, and offers none to forget or to replace.
 */
describe('a token that is kept though none is needed', () => {
  const none = { ...input, presentation: { kind: 'none' } as const };

  async function room(keep: 'keychain' | 'session') {
    const entries = new Map<string, string>();
    const actions: LocalAction[] = [];
    const connections = await startConnections(await connectionsFolder(), openKeychain(entries), {
      onDone: (action) => actions.push(action),
    });
    const { id } = await connections.handlers.add({ input, token: 'sesame', keep });
    expect([...entries.values()]).toEqual(keep === 'keychain' ? ['sesame'] : []);
    actions.length = 0;
    const told = () => actions.map(({ kind }) => kind);
    return { connections, id, entries, told };
  }

  it.each([
    ['the control: pointed elsewhere, where it needs none', 'https://kestrel.example/api/v1'],
    ['where it is', input.baseAddress],
  ])('nothing of it is stored in the keychain once it needs none: %s', async (_n, baseAddress) => {
    const { connections, id, entries, told } = await room('keychain');
    await connections.handlers.edit({ id, input: { ...none, baseAddress }, keep: 'keychain' });
    expect(connections.knownById(id)?.tokenState).toBe('notNeeded');
    await expect.poll(() => [...entries.values()]).toEqual([]);
    await expect.poll(told).toEqual(['connectionEdited', 'tokenRemoved']);
  });

  it('nor is it kept for the session', async () => {
    const { connections, id, told } = await room('session');
    await connections.handlers.edit({ id, input: none, keep: 'keychain' });
    expect(await connections.tokenFor(id, origin)).toBeUndefined();
    await expect.poll(told).toEqual(['connectionEdited', 'tokenRemoved']);
    await connections.handlers.edit({ id, input: none, keep: 'keychain' });
    expect(told().slice(2)).toEqual([]);
  });
});
