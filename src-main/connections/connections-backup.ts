/**
 * The connections' part of a backup. Tokens are in the keychain and never here; the practice
 * service belongs to one computer and is left out.
 */
import { connectionInputSchema, connectionSchema } from '@shared/connection';
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

/** What the backup room asks of the connections. */
export interface ConnectionsBackup {
  readonly name: 'connections';
  collect(): unknown;
  /** @throws zod's error for a wrong shape, ProblemError invalidFields for an address that can't be */
  prepare(value: unknown): () => Promise<number>;
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
            ...rest
          }) => rest,
        ),
    prepare(value) {
      const given = backedUpSchema.parse(value).map((connection) => ({
        ...connection,
        ...checkedConnectionInput(connection, undefined).input,
      }));
      return async () => {
        const here = [...list.all()];
        const added: StoredConnection[] = [];
        for (const connection of given) {
          // One that is here stays as it is: it may have been moved on purpose. The backup may have two to
          // one workspace.
          const isHere =
            here.some(
              ({ baseAddress, workspaceId }) =>
                baseAddress === connection.baseAddress && workspaceId === connection.workspaceId,
            ) || [...here, ...added].some(({ id }) => id === connection.id);
          if (isHere) continue;
          const token = { hasTokenInKeychain: false, keychainId: newId() };
          added.push({ ...connection, isPractice: false, ...token });
        }
        if (added.length > 0) await list.add(added);
        return added.length;
      };
    },
  };
}
