/** The room *activity*. */
import { z } from 'zod';
import { activityDetailsSchema, activityEntrySchema } from '../activity';
import { call } from './contract';

export const activityCalls = {
  /** Newest first; `before` is the sequence number to go on from. */
  list: call(
    z.object({ before: z.number().optional(), limit: z.number().int().min(1).max(500) }),
    z.object({ entries: z.array(activityEntrySchema), hasMore: z.boolean() }),
  ),
  details: call(z.object({ id: z.string().max(100) }), activityDetailsSchema),
};

export const activityEvents = {
  /** A new entry, or one that ended. */
  changed: activityEntrySchema,
};
