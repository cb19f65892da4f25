/**
 * How a request ended, told apart as far as it can be told (architecture, *Sending*). An outcome is
 * no problem: the request was tried, and this is what is known of it.
 */
import { z } from 'zod';
import { serviceErrorSchema } from './answers';

/** Why a request certainly never reached the service. The allow-list; everything else is unsure. */
export const notSentReasons = [
  'nameNotResolved',
  'connectionRefused',
  'offline',
  'addressUnreachable',
  /** Chromium takes the port for another protocol's (mail, chat) and sends nothing there. */
  'portBlocked',
  'certificate',
  'proxy',
  /** Stopped by the person while it waited for its turn. */
  'cancelledBefore',
] as const;

/** Why it can't be known whether the service acted. */
export const unsureReasons = [
  'connectionClosed',
  'timeLimit',
  'cancelled',
  'answerTooLarge',
  'answerCutShort',
  'otherSuccess',
  'interrupted',
  'other',
] as const;

/** What kind of thing answered: an HTML page, for one, may come from something else. */
export const answerFormSchema = z.enum(['json', 'html', 'text', 'empty', 'malformedJson']);
export type AnswerForm = z.infer<typeof answerFormSchema>;

/** What an answer that says no gave as its reason (`reason.ts` reads it). */
const given = {
  /** What an error body says. */
  error: serviceErrorSchema.optional(),
  /** How else it answered; absent beside `error`, and in what older versions wrote down. */
  form: answerFormSchema.optional(),
  /** A short plain text, which is the reason then. */
  plainText: z.string().optional(),
};

const withoutToken = {
  /** It brought none: its connection presents no token. */
  isWithoutToken: z.literal(true).optional(),
};

export const outcomeSchema = z.discriminatedUnion('kind', [
  /** Status 200, and the answer could be read or has no known shape. */
  z.object({
    kind: z.literal('accepted'),
    status: z.literal(200),
    /** The domain that it answered with, where that is another than was asked for. */
    otherDomain: z.string().optional(),
  }),
  /** Status 200 with a body that makes no sense (not JSON, or nothing known in it), or that says no. */
  z.object({
    kind: z.literal('acceptedUnreadable'),
    status: z.literal(200),
    form: answerFormSchema.optional(),
    /** What it says, where its JSON says no; with nothing in it where it gives no reason. */
    refusal: serviceErrorSchema.optional(),
  }),
  /** 401: the token was refused. What an older Foyer wrote down may have a 403. */
  z.object({
    kind: z.literal('tokenRefused'),
    status: z.number(),
    ...withoutToken,
    ...given,
  }),
  /** A proxy on the way was seen to ask for a sign-in, and got none; the service saw nothing. */
  z.object({ kind: z.literal('proxyRefused') }),
  /** Any other 4xx, with a reason or without: the service said no and changed nothing. */
  z.object({
    kind: z.literal('rejected'),
    status: z.number(),
    /** Of a 403 or 404, which may be of the token's rights. */
    ...withoutToken,
    ...given,
    /** From `Retry-After`: how many seconds to wait, bounded to a day. */
    retryAfter: z.number().optional(),
  }),
  /** 5xx: the service failed. Whether it acted before is unknown to it and to us. */
  z.object({
    kind: z.literal('serviceFailed'),
    status: z.number(),
    /** Some services answer so to a wrong one. */
    ...withoutToken,
    ...given,
    retryAfter: z.number().optional(),
  }),
  /** 3xx: not followed; the host it points at, if it names one. */
  z.object({
    kind: z.literal('redirected'),
    status: z.number(),
    host: z.string().optional(),
  }),
  /** It never left, or never arrived. Sending again is safe. */
  z.object({ kind: z.literal('notSent'), reason: z.enum(notSentReasons), detail: z.string() }),
  /** It left, and what came of it is not known. */
  z.object({
    kind: z.literal('unsure'),
    reason: z.enum(unsureReasons),
    status: z.number().optional(),
    detail: z.string(),
  }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export type OutcomeKind = Outcome['kind'];

/** How what may have left ends when something unforeseen goes wrong here. */
export const brokeOff = { kind: 'unsure', reason: 'other', detail: '' } as const satisfies Outcome;
