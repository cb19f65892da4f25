/** The room *proxy*: signing in to a proxy on the way to the services. */
import { z } from 'zod';
import { call } from './contract';

/** A proxy that wants to be signed in to. */
export const proxyQuestionSchema = z.object({
  id: z.string(),
  /** `host:port` of the proxy. */
  host: z.string(),
  /** What it calls itself; anything, also nothing. */
  realm: z.string(),
  /** What was answered before was refused. */
  isAgain: z.boolean(),
});
export type ProxyQuestion = z.infer<typeof proxyQuestionSchema>;

export const proxyCalls = {
  /** The question that waits, if one does. */
  waiting: call(z.undefined(), proxyQuestionSchema.nullable()),
  /**
   * Answers it; without `signIn` the person won't, and is not asked again until they try to send
   * something themselves. What is given is kept in memory until Foyer quits, nowhere else.
   */
  answer: call(
    z.object({
      id: z.string().max(100),
      signIn: z
        .object({ username: z.string().max(1_000), password: z.string().max(1_000) })
        .nullable(),
    }),
    z.undefined(),
  ),
};

export const proxyEvents = {
  /** The question that waits now; `null` when none does any more. */
  changed: proxyQuestionSchema.nullable(),
};
