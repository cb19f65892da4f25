/** The connections as they lie in the profile: everything but the tokens. */
import { connectionInputSchema, connectionSchema } from '@shared/connection';
import { z } from 'zod';

export const connectionsFormat = 1;

const storedConnectionSchema = connectionInputSchema.extend({
  id: connectionSchema.shape.id,
  isPractice: connectionSchema.shape.isPractice,
  keepsClientIds: connectionSchema.shape.keepsClientIds,
  /** So that a start need not ask the keychain, which may be slow or locked. */
  hasTokenInKeychain: z.boolean(),
});
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

export const storedConnectionsSchema = z.looseObject({
  connections: z.array(storedConnectionSchema),
  currentId: z.string().nullable(),
});
export type StoredConnections = z.infer<typeof storedConnectionsSchema>;
