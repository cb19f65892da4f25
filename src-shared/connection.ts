/** A connection: one workspace on one service. The token itself is in the OS keychain. */
import { z } from 'zod';
import { problemSchema } from './problem';
import { answerFormSchema } from './service/outcome';
import { presetIdSchema } from './service/presets';

/** The colours that mark a connection everywhere. */
export const connectionColours = [
  'petrol',
  'blue',
  'violet',
  'rose',
  'red',
  'amber',
  'green',
  'slate',
] as const;
export const connectionColourSchema = z.enum(connectionColours);
export type ConnectionColour = (typeof connectionColours)[number];

/** How the token is presented. The contract names no authentication, so it is a setting. */
export const tokenPresentationSchema = z.discriminatedUnion('kind', [
  /** `Authorization: Bearer TOKEN` */
  z.object({ kind: z.literal('bearer') }),
  /** Another header, with a scheme before the token or without one. */
  z.object({
    kind: z.literal('header'),
    header: z.string().max(100),
    scheme: z.string().max(100),
  }),
  z.object({ kind: z.literal('none') }),
]);
export type TokenPresentation = z.infer<typeof tokenPresentationSchema>;

/** What a person enters. Only lengths are checked here; main says what is wrong, field by field. */
export const connectionInputSchema = z.object({
  label: z.string().max(500),
  baseAddress: z.string().max(2_000),
  workspaceId: z.string().max(500),
  colour: connectionColourSchema,
  preset: presetIdSchema,
  presentation: tokenPresentationSchema,
});
export type ConnectionInput = z.infer<typeof connectionInputSchema>;

/** What decides where a connection's requests go, and how. */
export const connectionReachSchema = connectionInputSchema.pick({
  baseAddress: true,
  workspaceId: true,
  preset: true,
  presentation: true,
});
export type ConnectionReach = z.infer<typeof connectionReachSchema>;

/** Whether requests go elsewhere, or present their token otherwise, than before; not for a label. */
export function isReachedOtherwise(before?: ConnectionReach, after?: ConnectionReach): boolean {
  const reach = (one?: ConnectionReach) =>
    one && JSON.stringify([one.baseAddress, one.workspaceId, one.preset, one.presentation]);
  return reach(before) !== reach(after);
}

/** Where the token is: in the keychain, in memory until Foyer quits, nowhere, or not needed. */
export const tokenStateSchema = z.enum(['keychain', 'session', 'missing', 'notNeeded']);
export type TokenState = z.infer<typeof tokenStateSchema>;

/** A connection as the windows see it. */
export const connectionSchema = connectionInputSchema.extend({
  id: z.string(),
  /** `host` or `host:port` of the base address, for showing. */
  host: z.string(),
  /** The embedded practice service: everything can be tried, nothing is real. */
  isPractice: z.boolean(),
  tokenState: tokenStateSchema,
  /** Whether the service keeps the ids that clients pick; learned from its first answer. */
  keepsClientIds: z.enum(['unknown', 'yes', 'no']),
  /** How often it got another token, or another way, since it was added; absent for never. */
  access: z.number().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** All connections and the one in use. */
export const connectionsSchema = z.object({
  revision: z.number(),
  list: z.array(connectionSchema),
  currentId: z.string().nullable(),
  /** Why they can't be read; none is known then. */
  problem: problemSchema.optional(),
});
export type Connections = z.infer<typeof connectionsSchema>;

/** What *Check connection* found (product, *First run*). */
export const connectionCheckSchema = z.discriminatedUnion('verdict', [
  /** Reached, and the body was judged: the good answer. The workspace id can't be checked. */
  z.object({ verdict: z.literal('good'), status: z.number(), detail: z.string() }),
  /** 401; and 403, which leaves open what isn't allowed. A page (`html`) may be of something before the service. */
  z.object({
    verdict: z.literal('tokenRefused'),
    status: z.number(),
    detail: z.string(),
    form: answerFormSchema.optional(),
  }),
  /** Refused, and nothing is known of the token: also by a 200 that says no. */
  z.object({ verdict: z.literal('refused'), status: z.number(), detail: z.string() }),
  /** 5xx. Some services answer 500 to a wrong token, and then name no cause. A page (`html`) may be a gateway's. */
  z.object({
    verdict: z.literal('serviceFailed'),
    status: z.number(),
    detail: z.string(),
    mayMeanWrongToken: z.boolean(),
    form: answerFormSchema.optional(),
  }),
  /** 404 and its like, as services answer to any path they don't know, with no token at all. */
  z.object({ verdict: z.literal('unknownOperation'), status: z.number(), detail: z.string() }),
  /** It put the check off, and judged nothing. */
  z.object({ verdict: z.literal('busy'), status: z.number(), detail: z.string() }),
  /** It accepted an empty theme. */
  z.object({ verdict: z.literal('acceptedEmpty') }),
  /** A page, a redirect, or a success that is none of such a service. */
  z.object({
    verdict: z.literal('somethingElse'),
    status: z.number(),
    form: z.enum(['html', 'redirect', 'other']),
    host: z.string().optional(),
  }),
  z.object({ verdict: z.literal('notReached'), reason: z.string(), detail: z.string() }),
]);
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;
