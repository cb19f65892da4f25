/** The room *outbox*: theme saves, now or later. */
import { z } from 'zod';
import {
  connectionRemovalSchema,
  outboxDecisionSchema,
  outboxSnapshotSchema,
  publishAnsweredSchema,
  publishTargetSchema,
  queuedSchema,
  undoneLinkSchema,
} from '../publishing';
import { serviceRequestSchema } from '../service/operations';
import { call } from './contract';

const id = z.string().max(100);
const nothing = z.undefined();
const linkStep = z.number().int().nullable();
/** One of them, or all. */
const some = z.object({ only: publishTargetSchema.optional() });

export const outboxCalls = {
  /** Everything that waits, is on its way, was refused or needs a decision. */
  list: call(nothing, outboxSnapshotSchema),
  /**
   * Says under which id the theme's template is at the service already; nothing is sent. From then
   * on it has unpublished changes there, and publishing saves over that template.
   * Problems: invalidFields (templateId: unsafePathId, alreadyThere), alreadyUnderWay.
   * Answers with the number of the step for `undoLink`; `null` where the link is what it was.
   */
  link: call(publishTargetSchema.extend({ templateId: z.string().min(1).max(1_000) }), linkStep),
  /**
   * Forgets that template, which is the one that the person sees; it stays at the service. Answers as `link` does.
   * Problems: alreadyUnderWay, linkChanged.
   */
  unlink: call(publishTargetSchema.extend({ templateId: z.string() }), linkStep),
  /**
   * Makes the link what it was before `link` or `unlink`, with what is known of it, where it is as that left
   * it and nothing was published since. What waited then does not come back.
   * Problems: alreadyUnderWay, notFound.
   */
  undoLink: call(z.object({ step: z.number().int() }), undoneLinkSchema),
  /** The exact request that publishing would send now. */
  request: call(publishTargetSchema, serviceRequestSchema),
  /**
   * Puts each theme as it is now in the queue for each connection, in the place of an older one that
   * waits there. What could not be queued is told with its problem. Resolves when all that was queued
   * is on the disk, not when it was answered: `outbox.answered` tells that.
   */
  publish: call(
    z.object({
      themeIds: z.array(id).min(1).max(10_000),
      connectionIds: z.array(id).min(1).max(100),
    }),
    queuedSchema,
  ),
  /** The same for all themes that were published there and have changed since. */
  publishChanged: call(z.object({ connectionId: id }), queuedSchema),
  /** Tries at once what waits or was refused. Problem: `notFound`. */
  retry: call(some, nothing),
  /**
   * Takes it out of the queue. Of what has left already the answer is not waited for, and is then not
   * known. A first save that may have arrived stays, to be decided.
   */
  cancel: call(some, nothing),
  /**
   * The same of what is on its way, or about to be, to where the connection leads, as the studio shows it under that one:
   * another connection's that is there besides stays. Problem: `notFound`.
   */
  stop: call(publishTargetSchema, nothing),
  /** What removing the connection would do to what is in the outbox. */
  removal: call(z.object({ connectionId: id }), connectionRemovalSchema),
  /** Sends nothing more until it is resumed; what is on its way ends. Kept over a restart. */
  setPaused: call(z.object({ isPaused: z.boolean() }), nothing),
  /**
   * A person's word about a save of which it is not known whether it arrived. `published`: it is there,
   * under `templateId`, or under the id that was sent; `sendAgain`: a second copy is risked; `drop`: it
   * is not there and not wanted. Problems: `notFound`, `invalidFields`.
   */
  decide: call(
    publishTargetSchema.extend({
      decision: outboxDecisionSchema,
      templateId: z.string().min(1).max(1_000).optional(),
    }),
    nothing,
  ),
  /** What came of the last try to publish the theme, for each connection since Foyer was started. */
  answers: call(z.object({ themeId: id }), z.array(publishAnsweredSchema)),
  /** A person has seen what came of it. */
  dismiss: call(publishTargetSchema, nothing),
  /**
   * Takes what the service made of the theme over into the theme, as a change that can be undone.
   * Problem: `notFound` when no answer with a theme was kept.
   */
  takeAnswer: call(publishTargetSchema, nothing),
};

export const outboxEvents = {
  changed: outboxSnapshotSchema,
  /** A try to publish has ended; `result` is `null` when a person dismissed it. */
  answered: publishAnsweredSchema,
};
