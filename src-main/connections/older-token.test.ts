/** A token that was replaced while the keychain kept the older one. */
import { describe, expect, it } from 'vitest';
import { add, current, input, origin, problem, room } from './testing/observed-connections';

describe('an older token that is still in the keychain', () => {
  /** Where the keychain was locked while the token was replaced by one until Foyer quits. */
  async function replaced() {
    const before = await room();
    const { id } = await add(before.connections);
    before.keychain.isLocked = true;
    await before.connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'new',
      keep: 'session',
    });
    expect(await before.connections.tokenFor(id, origin)).toBe('new');
    // Where it is open, a start removes it.
    const after = await room(true);
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
    await connections.handlers.forgetToken({ id, reach: input });
    expect([...kept.keys()]).toEqual([]);
  });

  it('of an address that was left is deleted with the connection', async () => {
    const { connections, kept, keychain } = await room();
    const { id } = await add(connections);
    const moved = { ...input, baseAddress: 'https://elsewhere.example/v1' };
    keychain.isLocked = true;
    await connections.handlers.edit({ id, input: moved, token: 'new', keep: 'session' });
    keychain.isLocked = false;
    expect([...kept.keys()]).toContain(`${id} ${origin}`);
    await connections.handlers.remove({ id });
    expect([...kept.keys()]).toEqual([]);
  });

  it('makes way for one that is kept in its place', async () => {
    const { connections, id } = await replaced();
    await connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'newest',
      keep: 'keychain',
    });
    expect(current(connections)?.tokenState).toBe('keychain');
    expect(await connections.tokenFor(id, origin)).toBe('newest');
  });
});
