/** The room *activity*. */
import { z } from 'zod';
import { activityDetailsSchema, activitySources, listedEntrySchema } from '../activity';
import { call } from './contract';

export const activityCalls = {
  /**
   * Newest first; `before` is the sequence number to go on from. `unread`: files of the log that
   * can't be read at the moment, whose entries are missing.
   */
  list: call(
    z.object({ before: z.number().optional(), limit: z.number().int().min(1).max(500) }),
    z.object({
      entries: z.array(listedEntrySchema),
      hasMore: z.boolean(),
      unread: z.array(z.string()).optional(),
    }),
  ),
  /** Of a request; what was done here is all in its entry. */
  details: call(z.object({ id: z.string().max(100) }), activityDetailsSchema),
  /** The same, without any token that Foyer keeps: the keychain is asked first, which may ask the person. */
  detailsToGiveAway: call(z.object({ id: z.string().max(100) }), activityDetailsSchema),
  /**
   * Writes everything to a file that the person chooses, an entry a line (JSON Lines), redacted, with
   * phone numbers masked. `null`: they chose none.
   */
  exportAll: call(z.undefined(), z.object({ path: z.string().nullable() })),
};

export const activityEvents = {
  /** A new entry, one that ended, or an editing session that goes on. */
  changed: listedEntrySchema,
  /** The oldest ones of a source went: those before this sequence number. */
  dropped: z.object({ source: z.enum(activitySources), before: z.number() }),
};
