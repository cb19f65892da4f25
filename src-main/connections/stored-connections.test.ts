import { expect, it } from 'vitest';
import {
  withoutConnection,
  withRestored,
  type StoredConnection,
  type StoredConnections,
} from './stored-connections';

it('a connection that a backup brought back is not one that was removed', () => {
  const connection = { id: 'c1' } as StoredConnection;
  const all: StoredConnections = { connections: [connection], currentId: 'c1' };
  const removed = withoutConnection(withoutConnection(all, 'c1'), 'c2');
  expect(removed.removedIds).toEqual(['c1', 'c2']);
  const back = withRestored(removed, [connection]);
  expect(back).toEqual({ connections: [connection], currentId: 'c1', removedIds: ['c2'] });
});
