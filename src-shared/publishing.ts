/**
 * Publishing: what waits to be sent and why, and what came of it, with the truth about what the
 * service made of it.
 */
import { z } from 'zod';
import { problemSchema } from './problem';
import { outcomeSchema } from './service/outcome';
import { deliverySchema } from './theme/status';

/** A theme on its way to a connection. */
export const publishTargetSchema = z.object({
  themeId: z.string().max(100),
  connectionId: z.string().max(100),
});
export type PublishTarget = z.infer<typeof publishTargetSchema>;

/**
 * What came of taking a link back: the link is what it was; it was changed or published since; or another theme
 * has the template by now.
 */
export const undoneLinkSchema = z.enum(['done', 'changed', 'taken']);
export type UndoneLink = z.infer<typeof undoneLinkSchema>;

/** A field that the service did not keep as it was sent. */
export const rewriteSchema = z.object({
  /** Dotted path in the theme, or `name`, `workspaceId`. */
  path: z.string(),
  kind: z.enum(['dropped', 'rewritten', 'added']),
  sent: z.string(),
  answered: z.string(),
});
export type Rewrite = z.infer<typeof rewriteSchema>;

/** How one try to publish ended. */
export const publishResultSchema = z.object({
  activityId: z.string(),
  outcome: outcomeSchema,
  /** The template's id there, where the service answered one. */
  templateId: z.string().optional(),
  /** The service gave an id of its own in place of the one that was sent. */
  hasOwnId: z.boolean(),
  rewrites: z.array(rewriteSchema),
  /** Whether the answer had the theme: without it nobody knows what the service kept. */
  hasTheme: z.boolean(),
  /** Something of what it rewrote can be taken over (`outbox.takeAnswer`). */
  canTakeAnswer: z.boolean(),
  /** Copies that earlier saves may have left there, each under an id that nobody was told. */
  possibleCopies: z.number(),
});
export type PublishResult = z.infer<typeof publishResultSchema>;

export const publishAnsweredSchema = publishTargetSchema.extend({
  result: publishResultSchema.nullable(),
  /** The number of what it is about among all that was asked for (`OutboxItem.asked`). */
  asked: z.number().optional(),
});
export type PublishAnswered = z.infer<typeof publishAnsweredSchema>;

/** What became of a request to publish many. */
export const queuedSchema = z.object({
  queued: z.number(),
  /** Those that a person took out while they were being queued. */
  cancelled: z.array(publishTargetSchema),
  problems: z.array(
    publishTargetSchema.extend({
      problem: problemSchema,
      /** Its number among all that was asked for (`OutboxItem.asked`). */
      asked: z.number().optional(),
    }),
  ),
  /** Those of which nothing is sent before a person decides about an earlier save; absent: none. */
  undecided: z.array(publishTargetSchema).optional(),
  /** Those that wait until the token of their connection is entered or replaced; absent: none. */
  withoutToken: z.array(publishTargetSchema).optional(),
  /** Those that wait because the service asked Foyer to; absent: none. */
  asked: z.array(publishTargetSchema).optional(),
});
export type Queued = z.infer<typeof queuedSchema>;

/** Why something is in the outbox and not sent. */
export const outboxReasonSchema = z.enum([
  /** It is on its way. */
  'sending',
  /** A proxy on the way holds it back until a person signs in to it. */
  'held',
  /** Its turn has not come. */
  'turn',
  /** The last try failed; the next one follows by itself. */
  'retry',
  /** The service asked to wait. */
  'asked',
  /** The service can't be reached. */
  'unreachable',
  /** Something answers at the service's address, and not so that anything could be published. */
  'answered',
  /** The token was refused; nothing is sent there until it is replaced. */
  'tokenRefused',
  /** There is no token. */
  'tokenMissing',
  /** A person paused the outbox. */
  'paused',
  /** The theme is not in the library: it may be in the bin. */
  'themeMissing',
  /** It was published from another library than the one that is open, and goes once that is chosen again. */
  'otherLibrary',
  /** Something here is in the way: `problem` says what. */
  'problem',
  /**
   * It can't be published as it is: the service refused it, its address redirects for good, or nothing
   * can leave to it. It stays until it is tried again, published anew or cancelled.
   */
  'refused',
  /** It is not known whether it arrived: a person decides. */
  'decision',
  /** It was to go to another workspace than the one that the connection leads to now. */
  'elsewhere',
  /** What is known of it can't be read: `problem` says why. A person decides. */
  'unreadable',
  /**
   * The service has it, and the library can't be told so yet: `problem` says why. It is not sent for
   * that again.
   */
  'unnoted',
]);
export type OutboxReason = z.infer<typeof outboxReasonSchema>;

/** One entry of the outbox. */
export const outboxItemSchema = publishTargetSchema.extend({
  name: z.string(),
  why: outboxReasonSchema,
  /** Since when it is in the outbox, ISO 8601. */
  since: z.string(),
  /**
   * The number of what is to be sent among all that was asked for: what was asked for later has a greater one.
   * Absent where nothing is.
   */
  asked: z.number().optional(),
  /** When it is tried next by itself, ISO 8601; absent where that depends on something else. */
  nextTryAt: z.string().optional(),
  /** How the last try ended. */
  outcome: outcomeSchema.optional(),
  /** Of what `why` says, and not of an earlier try; for a decision, why the last try never left. */
  problem: problemSchema.optional(),
  /**
   * For a decision: what was sent may be there a first time, so that sending again may double it. For `unnoted`: the
   * library doesn't know its template yet.
   */
  isFirst: z.boolean(),
  /** This or an earlier version may be where its connection leads: a save ended so that nobody knows. */
  mayHaveArrived: z.boolean().optional(),
  /** For a decision: the id under which it was sent, or would be where that can't be read. */
  templateId: z.string().optional(),
  /** For a decision: how many saves in a row may have arrived. */
  unsureTries: z.number().optional(),
  /** Where it is to go, a `publicationKey`; absent of what can't be read. */
  goesTo: z.string().optional(),
  /** For a decision: it goes on by itself once it is known that the service keeps the IDs that it is sent. */
  isSettledByKeptIds: z.boolean().optional(),
  /** It was published from another library than the one that is open, and is recorded there. */
  isOfOtherLibrary: z.boolean().optional(),
  /** For `elsewhere`: where it was to go, in words. */
  place: z.object({ host: z.string(), workspaceId: z.string() }).optional(),
  /** Other connections to the same workspace, for which it goes on as well. */
  twins: z.array(z.string()).optional(),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;

/** A connection to which nothing is sent until its token is replaced. */
export const outboxBlockSchema = z.object({
  connectionId: z.string(),
  why: z.enum(['tokenRefused', 'tokenMissing']),
  /** Which of the connection's accesses it is about, where that is known: another token is another reason. */
  access: z.number().optional(),
});
export type OutboxBlock = z.infer<typeof outboxBlockSchema>;

export const outboxSnapshotSchema = z.object({
  revision: z.number(),
  isPaused: z.boolean(),
  /** In the order in which they go out. */
  items: z.array(outboxItemSchema),
  /** What goes on between a theme and a connection; of all others nothing does. */
  deliveries: z.array(publishTargetSchema.extend({ delivery: deliverySchema })),
  /** Only connections for which something waits. */
  holds: z.array(outboxBlockSchema),
  /**
   * It can't be told for now what waits: the outbox's own files, or the connections, can't be read.
   * Nothing is sent, and nothing more is taken.
   */
  problem: problemSchema.optional(),
  /** Of those that were queued since the outbox last had nothing to send, how many have arrived. */
  progress: z.object({ done: z.number(), all: z.number() }),
});
export type OutboxSnapshot = z.infer<typeof outboxSnapshotSchema>;

/** What becomes of what is in the outbox when a connection is removed, in numbers of themes. */
export const connectionRemovalSchema = z.object({
  /** They are not published: what waits through another connection to the same workspace is not among them. */
  cancelled: z.number(),
  /** A newer version is not published that waits for a decision; what is to be decided stays so. */
  newerCancelled: z.number(),
  /** They are on their way: whether they arrive is not waited for. */
  sending: z.number(),
  /** They may have arrived; without any connection there they are neither sent again nor shown. */
  inDoubt: z.number(),
});
export type ConnectionRemoval = z.infer<typeof connectionRemovalSchema>;

export const outboxDecisionSchema = z.enum(['sendAgain', 'published', 'drop']);
export type OutboxDecision = z.infer<typeof outboxDecisionSchema>;
