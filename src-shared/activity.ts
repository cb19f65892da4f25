/**
 * The local log of what happened: every request (what, when, how long, how it ended), and what a
 * person did on this computer; never a token.
 */
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

/** What a person did on this computer that is worth finding again. */
export const localKinds = [
  'themeCreated',
  'themesDuplicated',
  'themeEdited',
  'themesDeleted',
  'deletedForGood',
  'restoredFromBin',
  'versionRestored',
  'conflictDecided',
  'themesImported',
  'backupRestored',
  'connectionAdded',
  'connectionEdited',
  'tokenReplaced',
  'tokenRemoved',
  'connectionRemoved',
] as const;
export type LocalKind = (typeof localKinds)[number];

const touchedSchema = z.object({
  /** Of the theme or the connection; absent where it is gone for good. */
  id: z.string().optional(),
  /** As it was called then. */
  name: z.string(),
});

/** What a room tells when it has done what a person asked for. */
export interface LocalAction {
  readonly kind: LocalKind;
  /** The themes, or the connection. */
  readonly touched: readonly z.infer<typeof touchedSchema>[];
}

/** So many themes of one action are named; of the others there is the count. */
export const mostNamed = 50;

/** One thing that was done on this computer. */
export const localEntrySchema = z.object({
  id: z.string(),
  /** Counts on with those of requests: both are one list. */
  sequence: z.number(),
  /** When it was done, ISO 8601; of an editing session: when it began. */
  at: z.string(),
  /** Of an editing session that went on: the time of the last edit so far. */
  until: z.string().optional(),
  kind: z.enum(localKinds),
  /** The first of them. */
  touched: z.array(touchedSchema).max(mostNamed),
  /** How many there were. */
  count: z.number(),
});
export type LocalEntry = z.infer<typeof localEntrySchema>;

/** One line of the list: a request, or something that was done here. */
export const listedEntrySchema = z.discriminatedUnion('kind', [
  activityEntrySchema,
  localEntrySchema,
]);
export type ListedEntry = z.infer<typeof listedEntrySchema>;

/** The two sources of the list; each has a log, and a bound, of its own. */
export const activitySources = ['sent', 'here'] as const;
export type ActivitySource = (typeof activitySources)[number];

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
    /** Something of it was left out (`leavesOut`); absent where nothing was, and in what older versions wrote. */
    isRedacted: z.boolean().optional(),
  }),
  answer: z
    .object({
      status: z.number(),
      headers: z.record(z.string(), z.string()),
      form: answerFormSchema,
      /** Without what is secret in it, a web page as its words, cut at 64 KiB. */
      body: z.string(),
      /** It was longer, or the rest of it didn't arrive (`cutOf`). */
      isCut: z.boolean(),
      /** Of what is cut: the rest of it didn't arrive; absent in what older versions wrote down. */
      isBrokenOff: z.boolean().optional(),
    })
    .nullable(),
});
export type ActivityDetails = z.infer<typeof activityDetailsSchema>;

type SentParts = Pick<ActivityDetails['request'], 'url' | 'headers' | 'body'>;

/** Whether what is shown of a request isn't all that was sent. The token's own place says `[token]` in both. */
export function leavesOut(shown: SentParts, sent: SentParts): boolean {
  const textOf = ({ url, headers, body }: SentParts) =>
    JSON.stringify([url, Object.entries(headers), body]);
  return textOf(shown) !== textOf(sent);
}
