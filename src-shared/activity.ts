/** The local log of every request: what, when, how long, how it ended; never a token. */
import { z } from 'zod';
import { operationSchema } from './service/operations';
import { answerFormSchema, outcomeSchema } from './service/outcome';

export const activityKindSchema = z.enum([...operationSchema.options, 'checkConnection']);
export type ActivityKind = z.infer<typeof activityKindSchema>;

/** One request as the list shows it. */
export const activityEntrySchema = z.object({
  id: z.string(),
  /** Order of entries; grows by one an entry, whatever the clock does. */
  sequence: z.number(),
  /** When it was written down, ISO 8601. */
  at: z.string(),
  kind: activityKindSchema,
  /** What it was about: the theme's name, the bot's id, the plan, the domain. */
  subject: z.string(),
  connectionId: z.string(),
  connectionLabel: z.string(),
  /** It stands in line and has not left. Only while it does; never stored. */
  isInLine: z.boolean().optional(),
  /** `null` while it is under way. */
  outcome: outcomeSchema.nullable(),
  /** From the first byte out to the last byte in, milliseconds; `null` while under way. */
  tookMs: z.number().nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** An entry with its request and answer, redacted. */
export const activityDetailsSchema = activityEntrySchema.extend({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    /** As it was sent, cut at 64 KiB. */
    body: z.string(),
    /** It was longer; absent in what older versions wrote down. */
    isCut: z.boolean().optional(),
  }),
  answer: z
    .object({
      status: z.number(),
      headers: z.record(z.string(), z.string()),
      form: answerFormSchema,
      /** As it came, cut at 64 KiB. */
      body: z.string(),
      /** It was longer, or the rest of it didn't arrive (`cutOf`). */
      isCut: z.boolean(),
    })
    .nullable(),
});
export type ActivityDetails = z.infer<typeof activityDetailsSchema>;
