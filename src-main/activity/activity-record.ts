import {
  activityDetailsSchema,
  activityKindSchema,
  type ActivityDetails,
  type ActivityKind,
} from '@shared/activity';
import { outcomeSchema, type Outcome } from '@shared/service/outcome';
import { z } from 'zod';

/** What is known of a request before it leaves. */
export interface ActivityBegin {
  /** A new one is made when there is none. */
  readonly id?: string | undefined;
  readonly kind: ActivityKind;
  readonly subject: string;
  readonly connectionId: string;
  readonly connectionLabel: string;
  readonly themeId?: string | undefined;
  readonly request: ActivityDetails['request'];
  /** Others are before it: `itsTurn` comes before it leaves. */
  readonly isInLine?: boolean | undefined;
}

/** What is known when it has ended. */
export interface ActivityEnd {
  readonly outcome: Outcome;
  /** Milliseconds. */
  readonly tookMs: number;
  readonly answer: ActivityDetails['answer'];
}

/** Written before a request leaves. */
const begunSchema = z.object({
  type: z.literal('begun'),
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  kind: activityKindSchema,
  subject: z.string(),
  connectionId: z.string(),
  connectionLabel: z.string(),
  themeId: z.string().optional(),
  /** Others were before it; written once more without this before it left. */
  isInLine: z.boolean().optional(),
  request: activityDetailsSchema.shape.request,
});

/** Written when it has ended. */
const endedSchema = z.object({
  type: z.literal('ended'),
  id: z.string(),
  outcome: outcomeSchema,
  /** `null`: the app ended before the request did. */
  tookMs: z.number().nullable(),
  answer: activityDetailsSchema.shape.answer,
});

/** A line of the log; the two of an entry have the same id. */
export const activityRecordSchema = z.discriminatedUnion('type', [begunSchema, endedSchema]);
export type ActivityRecord = z.infer<typeof activityRecordSchema>;
export type BegunRecord = z.infer<typeof begunSchema>;
export type EndedRecord = z.infer<typeof endedSchema>;

/** The same of one that leaves now. */
export function outOfLine<One extends { readonly isInLine?: boolean | undefined }>({
  isInLine: _isInLine,
  ...one
}: One): Omit<One, 'isInLine'> {
  return one;
}
