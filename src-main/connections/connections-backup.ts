/**
 * The connections' part of a backup. Tokens are in the keychain and never here; the practice
 * service belongs to one computer and is left out.
 */
import { isDeepStrictEqual } from 'node:util';
import { connectionInputSchema, connectionSchema } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { z } from 'zod';
import { newId } from '../storage/storage';
import { checkedConnectionInput } from './connection-input';
import type { StoredConnection } from './stored-connections';

const backedUpSchema = z.array(
  connectionInputSchema.extend({
    id: z.string().min(1).max(100),
    keepsClientIds: connectionSchema.shape.keepsClientIds,
  }),
);

type BackedUp = z.infer<typeof backedUpSchema>[number];

/** What the backup room asks of the connections. */
export interface ConnectionsBackup {
  readonly name: 'connections';
  collect(): unknown;
  /** @throws zod's error for a wrong shape, ProblemError invalidFields for an address that can't be */
  prepare(value: unknown): (leaveOut: (name: string, problem: Problem) => void) => Promise<number>;
}

/** `add` puts connections at the end of the list, durably. */
export function connectionsBackup(list: {
  all(): readonly StoredConnection[];
  add(connections: readonly StoredConnection[]): Promise<void>;
}): ConnectionsBackup {
  return {
    name: 'connections',
    collect: () =>
      list
        .all()
        .filter((connection) => !connection.isPractice)
        .map(
          ({
            isPractice: _practice,
            hasTokenInKeychain: _token,
            keychainId: _keychain,
            tokensLeftAt: _left,
            access: _access,
            ...rest
          }) => rest,
        ),
    prepare(value) {
      const given = backedUpSchema.parse(value).map((connection) => ({
        ...connection,
        ...checkedConnectionInput(connection, undefined).input,
      }));
      return async (leaveOut) => {
        const here = list.all();
        const added: StoredConnection[] = [];
        for (const connection of given) {
          // One that is here stays as it is: it may have been moved on purpose.
          if ([...here, ...added].some(({ id }) => id === connection.id)) continue;
          const again = enteredAnew(connection, given, here);
          if (again === undefined) {
            const token = { hasTokenInKeychain: false, keychainId: newId() };
            added.push({ ...connection, isPractice: false, ...token });
          } else if (!isAlike(again, connection)) {
            leaveOut(connection.label, { code: 'workspaceConnected', label: again.label });
          }
        }
        if (added.length > 0) await list.add(added);
        return added.length;
      };
    },
  };
}

/**
 * The connection that a person entered here for the same workspace, where the backup knows neither it nor
 * another to there: of two of the backup, it can't be said which one it is.
 */
function enteredAnew(
  connection: BackedUp,
  given: readonly BackedUp[],
  here: readonly StoredConnection[],
): StoredConnection | undefined {
  const ids = new Set(given.map(({ id }) => id));
  if (given.some((one) => one.id !== connection.id && isToSame(one, connection))) return undefined;
  return here.find((one) => !ids.has(one.id) && isToSame(one, connection));
}

/** Whether both lead to one workspace. */
function isToSame(one: BackedUp, other: BackedUp): boolean {
  return one.baseAddress === other.baseAddress && one.workspaceId === other.workspaceId;
}

/** Whether nobody would miss one beside the other. */
function isAlike(one: BackedUp, other: BackedUp): boolean {
  return one.label === other.label && isDeepStrictEqual(one.presentation, other.presentation);
}
