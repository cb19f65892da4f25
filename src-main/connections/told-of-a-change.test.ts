import { describe, expect, it } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import { add, input, problem, room } from './testing/observed-connections';

/** What the other rooms are told of a change of the connections. */
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
    const reach = { ...input, workspaceId: 'ws_other' };
    await connections.handlers.replaceToken({ id, reach, token: 'open', keep: 'session' });
    expect(told).toEqual([`access ${id}`, `access ${id}`, `access ${id}`]);
  });

  it('is counted, over a restart, and is no part of a backup', async () => {
    const { connections } = await room();
    const { id } = await add(connections);
    await connections.handlers.edit({ id, input: { ...input, label: 'Kestrel' }, keep: 'session' });
    expect(connections.byId(id)?.access).toBeUndefined();
    await connections.handlers.replaceToken({ id, reach: input, token: 'open', keep: 'session' });
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

  it('is that the practice service of this start has another token than the one before', async () => {
    const { connections } = await room();
    const { id } = await connections.handlers.practise(undefined);
    const again = await room();
    again.told.splice(0);
    await again.connections.resumePractice();
    expect(again.told).toEqual([`access ${id}`]);
    await again.connections.resumePractice();
    expect(again.told).toEqual([`access ${id}`]);
  });

  it('is that one was removed, and nothing where that was refused', async () => {
    const { connections, told } = await room();
    const { id } = await add(connections);
    await connections.handlers.remove({ id });
    expect(await problem(connections.handlers.remove({ id }))).toMatchObject({ code: 'notFound' });
    expect(told).toEqual([`removed ${id}`]);
  });
});

/**
 * "A first save whose outcome is unknown stops and asks, unless the service is known to keep the ids that Foyer picks"
 * (0009). What an answer shows of a service holds for all connections that lead there. A second workspace of that service is
 * connected, or a connection is pointed there, after that answer.
 */
describe('what is known of a service', () => {
  const elsewhere = 'https://elsewhere.example/api/v1';

  it.each(['yes', 'no'] as const)('what is known of the service’s IDs: %s', async (keeps) => {
    const { connections } = await room();
    const knownOf = (id: string) => connections.byId(id)?.keepsClientIds;
    const early = await add(connections, { workspaceId: 'ws_early' });
    const moved = await add(connections, { baseAddress: elsewhere });
    await add(connections);
    await connections.learnIds(input.baseAddress, keeps);
    // The control: it was there as that was learned.
    expect(knownOf(early.id)).toBe(keeps);
    const late = await add(connections, { workspaceId: 'ws_late' });
    expect.soft(knownOf(late.id)).toBe(keeps);
    await connections.handlers.edit({ id: moved.id, input, token: 'sesame', keep: 'session' });
    expect.soft(knownOf(moved.id)).toBe(keeps);
  });
});
