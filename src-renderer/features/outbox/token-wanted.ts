/** What waits in the outbox for a person's token. */
import type { Connection } from '@shared/connection';
import type { OutboxItem } from '@shared/publishing';
import { connections } from '../../state/connections.svelte';

/** Whether there is no token to try it with: a refused one may have got its rights since. */
export function cannotBeTried(item: OutboxItem): boolean {
  return item.why === 'tokenMissing' && tokenWanted(item) !== undefined;
}

/** The connection whose token the entry waits for, if it waits for one. */
export function tokenWanted({ why, connectionId }: OutboxItem): Connection | undefined {
  if (why !== 'tokenRefused' && why !== 'tokenMissing') return undefined;
  const connection = connections.byId(connectionId);
  // The practice service has a new token at each start, by itself.
  return connection?.isPractice ? undefined : connection;
}

/** The same; also of what the service doesn't allow (403), which may be for its token. */
export function tokenInQuestion(item: OutboxItem): Connection | undefined {
  const isNotAllowed =
    item.why === 'refused' && item.outcome?.kind === 'rejected' && item.outcome.status === 403;
  return tokenWanted(isNotAllowed ? { ...item, why: 'tokenRefused' } : item);
}

/** Whether the entry is held at a connection that presents no token: there is none to replace. */
export function isHeldWithoutToken(item: OutboxItem): boolean {
  const connection = item.why === 'tokenRefused' ? connections.byId(item.connectionId) : undefined;
  return connection !== undefined && presentsNone(connection);
}

export function presentsNone({ presentation }: Connection): boolean {
  return presentation.kind === 'none';
}
