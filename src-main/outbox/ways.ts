/** Through which connections what a person asked for may leave: those that they named at once. */
import type { ConnectionStates } from './connection-states';
import type { PublishRequest } from './outbox-item';

type Ways = Pick<PublishRequest, 'connectionId' | 'alsoThrough'>;

/** All; the one that it leaves through comes first. */
export function waysOf({ connectionId, alsoThrough = [] }: Ways): string[] {
  return [connectionId, ...alsoThrough];
}

/** Through which it is tried anew: of one that is held all its ways are, and which is open again nobody knows. */
export function waysTried(request: Ways, states: Pick<ConnectionStates, 'blockOf'>): string[] {
  const { connectionId } = request;
  return states.blockOf(connectionId) === undefined ? [connectionId] : waysOf(request);
}

/** The same, leaving through that one; alone, where it was not asked for through that one. */
export function goingThrough(request: PublishRequest, connectionId: string): PublishRequest {
  const ways = waysOf(request);
  const others = ways.includes(connectionId) ? ways.filter(isNot(connectionId)) : [];
  return through(request, [connectionId, ...others]);
}

/** The same without one of its ways; `null` where none is left. */
export function withoutWay(request: PublishRequest, connectionId: string): PublishRequest | null {
  const ways = waysOf(request);
  const left = ways.filter(isNot(connectionId));
  if (left.length === ways.length) return request;
  return left.length > 0 ? through(request, left) : null;
}

/** The same without all of its other ways; `null` where it was not asked for through that one. */
export function onlyThrough(request: PublishRequest, connectionId: string): PublishRequest | null {
  return waysOf(request).includes(connectionId) ? through(request, [connectionId]) : null;
}

function through(request: PublishRequest, [first, ...others]: readonly string[]): PublishRequest {
  const connectionId = first ?? request.connectionId;
  return { ...request, connectionId, alsoThrough: others.length > 0 ? others : undefined };
}

const isNot =
  (connectionId: string) =>
  (each: string): boolean =>
    each !== connectionId;
