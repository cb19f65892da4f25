/** How the practice service can be told to behave, for tests and for teaching. */
import { operationSchema } from '@shared/service/operations';
import { z } from 'zod';

/**
 * What one operation does otherwise than the contract has it. Every field may be absent. A forced
 * answer (`status`, `redirect`, `form`) comes before the token and the body are looked at, unless
 * `acts` is set.
 */
const practiceBehaviourSchema = z.strictObject({
  /** For how many requests this holds; without it, until it is changed. */
  times: z.int().min(1).optional(),

  // When and how the answer comes.
  delayMs: z.number().min(0).max(600_000).optional(),
  /** Where the connection is cut. All but `afterActing` and later leave the state as it is. */
  cut: z
    .enum(['beforeReading', 'afterReading', 'afterActing', 'afterHeaders', 'midBody'])
    .optional(),
  /** A byte of the body at a time, this far apart. */
  byteEveryMs: z.number().min(1).max(60_000).optional(),

  // What is answered in place of the contract's answer.
  status: z.int().min(200).max(599).optional(),
  /** The `message` of an error, or of a preview that was taken. */
  message: z.string().optional(),
  /** The `issues` of an error. */
  issues: z
    .array(
      z.strictObject({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
      }),
    )
    .optional(),
  /** Does what was asked before it answers `status` or the `form`. */
  acts: z.boolean().optional(),
  redirect: z
    .strictObject({
      status: z.union([300, 301, 302, 303, 307, 308].map((n) => z.literal(n))),
      to: z.string(),
    })
    .optional(),
  retryAfter: z.string().optional(),
  /** `huge`: 100 MB. `wrongTypes`: flags where texts should be, and texts that are no value. */
  form: z
    .enum(['malformedJson', 'html', 'text', 'empty', 'huge', 'wrongTypes', 'list', 'null'])
    .optional(),

  // What it makes of a request.
  /** What a wrong token is answered with; 401 by default. */
  wrongToken: z.union([z.literal(401), z.literal(500)]).optional(),
  /** Themes: keep the client's ids (the default), or give every unknown one an id of its own. */
  ids: z.enum(['client', 'own']).optional(),
  /** Themes: where roundness is kept; elsewhere it is dropped in silence. `theme` by default. */
  roundnessIn: z.enum(['theme', 'chat']).optional(),
  /** Dotted paths that are missing in the answer, `theme.customCss` for one. */
  drop: z.array(z.string()).optional(),
  /** Dotted paths with the value that the answer has there. */
  rewrite: z.record(z.string(), z.unknown()).optional(),
  /** Answered names are in lower case. */
  lowerCaseNames: z.boolean().optional(),
  /** Domains: a name that is none is stored, and answered with 500. */
  failsOnOddNames: z.boolean().optional(),
  /** Themes: whether the template stands under its key (the default) or at the top level. */
  template: z.enum(['nested', 'topLevel']).optional(),
  /**
   * Billing: which parts are answered. `topLevel` (the default) and `nested` have both; with
   * `bySubscription` an active subscription is changed at once and answered without a checkout, and
   * without one there is a checkout alone.
   */
  subscription: z
    .enum(['topLevel', 'nested', 'bySubscription', 'workspaceOnly', 'checkoutOnly', 'neither'])
    .optional(),
  /** Billing: `additionalChats` are steps 0 to 3, and all else is a 500. */
  chatSteps: z.boolean().optional(),
});
export type PracticeBehaviour = z.infer<typeof practiceBehaviourSchema>;

/** An operation, or all of them. What is set for one goes before what is set for all. */
const behaviourTargetSchema = z.enum([...operationSchema.options, 'all']);
export type BehaviourTarget = z.infer<typeof behaviourTargetSchema>;

/** The body of `PUT /practice/behaviour`; `null` goes back to the contract. */
export const setBehaviourSchema = z.strictObject({
  operation: behaviourTargetSchema,
  behaviour: practiceBehaviourSchema.nullable(),
});

/** A service as it was seen to be (service-api, *Seen on a real service*), operation by operation. */
export const realService: Readonly<Record<z.infer<typeof operationSchema>, PracticeBehaviour>> = {
  saveThemeTemplate: { wrongToken: 500, ids: 'own', roundnessIn: 'chat' },
  updateSubscription: { wrongToken: 500, subscription: 'bySubscription', chatSteps: true },
  createCustomDomain: { wrongToken: 500, lowerCaseNames: true, failsOnOddNames: true },
  startChatAppPreview: { wrongToken: 500, message: 'success' },
};

/** Which behaviour holds for which operation, and for how many requests more. */
export class Behaviours {
  readonly #set = new Map<BehaviourTarget, { behaviour: PracticeBehaviour; left: number }>();

  set(target: BehaviourTarget, behaviour: PracticeBehaviour | null): void {
    if (behaviour === null) this.#set.delete(target);
    else this.#set.set(target, { behaviour, left: behaviour.times ?? Infinity });
  }

  clear(): void {
    this.#set.clear();
  }

  /** The behaviour for one request, which uses it up by one. */
  take(operation: BehaviourTarget): PracticeBehaviour {
    return { ...this.#takeFrom('all'), ...this.#takeFrom(operation) };
  }

  #takeFrom(target: BehaviourTarget): PracticeBehaviour {
    const found = this.#set.get(target);
    if (!found) return {};
    found.left -= 1;
    if (found.left <= 0) this.#set.delete(target);
    return found.behaviour;
  }
}
