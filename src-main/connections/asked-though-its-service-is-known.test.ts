/**
 * "A first save whose outcome is unknown stops and asks, unless the service is known to keep the ids that Foyer picks"
 * (0009). What an answer shows of a service holds for all connections that lead there. A second workspace of that service is
 * connected, or a connection is pointed there, after that answer.
 */
import { expect, it } from 'vitest';
import { add, input, room } from './testing/observed-connections';

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
