/** The room *connections*. */
import { z } from 'zod';
import {
  connectionCheckSchema,
  connectionInputSchema,
  connectionReachSchema,
  connectionsSchema,
} from '../connection';
import { call } from './contract';

const nothing = z.undefined();
const id = z.string().max(100);
/** Text that a person entered as the token. Crosses the bridge inwards only. */
const token = z.string().min(1).max(20_000);
/** `session`: keep it in memory until Foyer quits; a person's choice where there is no keychain. */
const keep = z.enum(['keychain', 'session']);

export const connectionsCalls = {
  list: call(nothing, connectionsSchema),
  /** Adds a connection and makes it the current one. Problems: invalidFields, keychain… */
  add: call(
    z.object({ input: connectionInputSchema, token: token.optional(), keep }),
    z.object({ id: z.string() }),
  ),
  /**
   * Changes a connection. When its address's origin changes, the token stays behind (it is bound to
   * the origin) unless a new one comes with the call.
   */
  edit: call(
    z.object({ id, input: connectionInputSchema, token: token.optional(), keep }),
    nothing,
  ),
  /**
   * The form was left: of an addition, a change or a new token that waits for a locked keychain, nothing is
   * stored, and its call rejects.
   */
  giveUp: call(nothing, nothing),
  /** Removes the connection and its token. Themes stay, with what they know of their publications. */
  remove: call(z.object({ id }), nothing),
  select: call(z.object({ id }), nothing),
  /**
   * `reach` is where the connection led as a person was shown it: what they say of its token is meant for
   * there, and for no other place. Problems: invalidFields, notFound, tokenNotChanged, keychain…
   */
  replaceToken: call(z.object({ id, reach: connectionReachSchema, token, keep }), nothing),
  /** `reach` as for `replaceToken`. Problems: notFound, tokenNotChanged, keychain… */
  forgetToken: call(z.object({ id, reach: connectionReachSchema }), nothing),
  /** *Check connection* with what is in the form; `id` lends its stored token when none is given. */
  check: call(
    z.object({ input: connectionInputSchema, token: token.optional(), id: id.optional() }),
    connectionCheckSchema,
  ),
  /**
   * Starts the practice service and makes a connection to it, or selects the one there is. Puts a
   * few starter themes in the library when it is empty.
   */
  practise: call(nothing, z.object({ id: z.string() })),
};

export const connectionsEvents = { changed: connectionsSchema };
