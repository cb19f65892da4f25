/** The connections as they lie in the profile: everything but the tokens. */
import {
  connectionColours,
  connectionInputSchema,
  connectionSchema,
  type ConnectionColour,
} from '@shared/connection';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';

export const connectionsFormat = storedFormats.connections;

const storedConnectionSchema = connectionInputSchema.extend({
  id: connectionSchema.shape.id,
  isPractice: connectionSchema.shape.isPractice,
  keepsClientIds: connectionSchema.shape.keepsClientIds,
  access: connectionSchema.shape.access,
  /** So that a start need not ask the keychain, which may be slow or locked. */
  hasTokenInKeychain: z.boolean(),
  /**
   * The id under which its tokens are kept, where that is not its own: another profile on this computer may
   * have a connection of a backup too, and what one does with its token is not done to the other's.
   */
  keychainId: z.string().optional(),
  /**
   * Origins for which the keychain may still hold a token that is no longer wanted: a locked one does not
   * remove it. None of them is used; all go with the connection.
   */
  tokensLeftAt: z.array(z.string()).optional(),
});
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

export const storedConnectionsSchema = z.looseObject({
  connections: z.array(storedConnectionSchema),
  currentId: z.string().nullable(),
  /** Of those that were removed, the latest: what is not there otherwise was lost with a damaged file. */
  removedIds: z.array(z.string()).optional(),
});
export type StoredConnections = z.infer<typeof storedConnectionsSchema>;

/** How many removed connections are remembered. */
const mostRemoved = 200;

/** With each of them as `how` makes it. */
export function withEach(
  stored: StoredConnections,
  how: (connection: StoredConnection) => StoredConnection,
): StoredConnections {
  return { ...stored, connections: stored.connections.map(how) };
}

/** Whether the service at that address keeps the IDs that it's sent, as far as any connection to it knows. */
export function idsKeptAt(
  baseAddress: string,
  { connections }: Pick<StoredConnections, 'connections'>,
): StoredConnection['keepsClientIds'] {
  const known = connections.filter((one) => one.baseAddress === baseAddress);
  return (
    known.find(({ keepsClientIds }) => keepsClientIds !== 'unknown')?.keepsClientIds ?? 'unknown'
  );
}

export function withoutConnection(stored: StoredConnections, id: string): StoredConnections {
  const connections = stored.connections.filter((one) => one.id !== id);
  const isCurrent = stored.currentId === id;
  return {
    ...stored,
    connections,
    currentId: isCurrent ? (connections[0]?.id ?? null) : stored.currentId,
    removedIds: [...(stored.removedIds ?? []), id].slice(-mostRemoved),
  };
}

/**
 * With connections of a backup, which may be some that were removed. Where it knows something else of a service's IDs than
 * what is known here, that service gives IDs of its own: which of the two is newer, nothing tells.
 */
export function withRestored(
  stored: StoredConnections,
  restored: readonly StoredConnection[],
): StoredConnections {
  const isBack = new Set(restored.map(({ id }) => id));
  const known = restored.map((connection) => {
    const here = idsKeptAt(connection.baseAddress, stored);
    if (here === 'unknown' || connection.keepsClientIds === 'no') return connection;
    return { ...connection, keepsClientIds: here };
  });
  return {
    ...stored,
    connections: [...stored.connections, ...known],
    currentId: stored.currentId ?? restored[0]?.id ?? null,
    // What is lost with a damaged file from now on was not removed.
    removedIds: stored.removedIds?.filter((id) => !isBack.has(id)),
  };
}

/** The practice connection's: green, unless another is marked by it and one is free. */
export function practiceColour(present: readonly StoredConnection[]): ConnectionColour {
  const taken = new Set(present.map(({ colour }) => colour));
  const inOrder: readonly ConnectionColour[] = ['green', ...connectionColours];
  return inOrder.find((colour) => !taken.has(colour)) ?? 'green';
}

/** What a connection's tokens are bound to. */
export function originOf({ baseAddress }: { baseAddress: string }): string {
  return new URL(baseAddress).origin;
}

/**
 * What a connection says of its token after a new one was kept; `null`: it has none any more. The
 * one before is remembered as left behind until another takes its place.
 *
 * @param next at which origin it was kept, and where
 */
export function withToken(
  { tokensLeftAt = [], ...before }: StoredConnection,
  next: { origin: string; keep: 'keychain' | 'session' } | null,
): StoredConnection {
  const left = new Set(tokensLeftAt);
  if (before.hasTokenInKeychain) left.add(originOf(before));
  const hasTokenInKeychain = next?.keep === 'keychain';
  if (next && hasTokenInKeychain) left.delete(next.origin);
  return {
    ...before,
    hasTokenInKeychain,
    ...(left.size > 0 && { tokensLeftAt: [...left] }),
  };
}

/** The connection when nothing is left behind for that origin any more. */
export function withoutLeftToken(
  { tokensLeftAt = [], ...connection }: StoredConnection,
  origin: string,
): StoredConnection {
  const left = tokensLeftAt.filter((each) => each !== origin);
  return left.length > 0 ? { ...connection, tokensLeftAt: left } : connection;
}
