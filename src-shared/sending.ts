/** What the three operations that are sent once give back to the windows. */
import { z } from 'zod';
import { dnsCheckSchema } from './dns';
import { previewFieldsSchema, shownShortcutSchema } from './previews';
import { answerFormSchema, outcomeSchema } from './service/outcome';
import { subscriptionAnswerSchema } from './service/answers';
import {
  domainInputSchema,
  previewInputSchema,
  subscriptionInputSchema,
} from './service/operations';

/** A preview that was started, or tried. */
export const previewRunSchema = z.object({
  activityId: z.string(),
  /** ISO 8601. */
  at: z.string(),
  connectionId: z.string(),
  /** Where the connection led as it left, a `publicationKey`; older ones are without it. */
  place: z.string().optional(),
  input: previewInputSchema,
  /** It stands behind another request and has not left. Only while it does; never stored. */
  isInLine: z.boolean().optional(),
  /** It goes to where its connection led before. Only while it is under way; never stored. */
  goesElsewhere: z.boolean().optional(),
  /** `null` while it is under way. */
  outcome: outcomeSchema.nullable(),
  /** The service's `message`, when it accepted. */
  message: z.string().optional(),
});
export type PreviewRun = z.infer<typeof previewRunSchema>;

export const previewsSchema = z.object({
  revision: z.number(),
  /** Newest first, at most 50. */
  history: z.array(previewRunSchema),
  /** In a person's order; the first nine have the numbers 1 to 9. */
  shortcuts: z.array(shownShortcutSchema).default([]),
  /** The one-off form as it was left, by connection. */
  drafts: z.record(z.string(), previewFieldsSchema).default({}),
});
export type Previews = z.infer<typeof previewsSchema>;

/** What became of the loopback address that a checkout returns to. */
export const checkoutReturnSchema = z.discriminatedUnion('state', [
  /** The person chose another address; Foyer doesn't listen. */
  z.object({ state: z.literal('elsewhere') }),
  z.object({ state: z.literal('listening'), until: z.string() }),
  /** What the page that came back says of itself; `unclear` when it says nothing. */
  z.object({
    state: z.literal('back'),
    says: z.enum(['completed', 'cancelled', 'unclear']),
    at: z.string(),
    /** The newest change by then: it came back after that one, whatever the clock said. */
    after: z.string().optional(),
  }),
  z.object({ state: z.literal('closed') }),
]);
export type CheckoutReturn = z.infer<typeof checkoutReturnSchema>;

const settingsSchema = z.object({
  /** A documented one, or any text: as the service names it. */
  plan: z.string().optional(),
  isYearly: z.boolean().optional(),
  /** Lower case; any text. */
  currency: z.string().optional(),
  additionalChats: z.number().optional(),
});

/**
 * What is known of a subscription from earlier changes, since the service can't be read: what an
 * answer named. An absent field was never confirmed. Changes of an older Foyer may have what was only
 * asked for in here.
 */
export const lastKnownSchema = settingsSchema.extend({
  /** When the newest change was sent that this comes from, ISO 8601. */
  at: z.string(),
  /** When the change was sent whose answer named the plan. */
  planAt: z.string().optional(),
  /** What was asked for since then, and may have been done, but no answer confirmed. */
  unconfirmed: settingsSchema.optional(),
});
export type LastKnown = z.infer<typeof lastKnownSchema>;

/** A change of the subscription that was sent. */
export const subscriptionChangeSchema = z.object({
  activityId: z.string(),
  at: z.string(),
  connectionId: z.string(),
  /** The `publicationKey` of where it was sent; absent in what an older Foyer wrote. */
  place: z.string().optional(),
  input: subscriptionInputSchema,
  /** The workspace that was to be changed. */
  workspaceId: z.string().optional(),
  /** Additional chats were asked for as a step of the price table. */
  chatsInSteps: z.boolean().optional(),
  /** What was known before it was sent; `null`: nothing. */
  before: lastKnownSchema.nullable(),
  /** It stands behind another request and has not left. Only while it does; never stored. */
  isInLine: z.boolean().optional(),
  outcome: outcomeSchema.nullable(),
  tookMs: z.number().nullable(),
  answer: subscriptionAnswerSchema.optional(),
  /** The answer as Activity keeps it, when it held neither a workspace nor a checkout address. */
  answerText: z.string().optional(),
  checkout: z
    .object({
      host: z.string(),
      /** Foyer opens its address (https, or loopback for practice). */
      canOpen: z.boolean(),
      /** The practice service has been started anew since, and knows nothing of it. Never stored. */
      isForgotten: z.boolean().optional(),
    })
    .optional(),
  checkoutReturn: checkoutReturnSchema,
  /** The newest change when its checkout was opened last: it may have been completed after that one. */
  openedAfter: z.string().optional(),
});
export type SubscriptionChange = z.infer<typeof subscriptionChangeSchema>;

/** The form as it was left; kept for each connection. `ownReturn`: Foyer listens for the return. */
export const billingDraftSchema = z.object({
  /** `null`: nobody has chosen one, and which one there is isn't known. */
  plan: z.enum(['STARTER', 'PRO']).nullable(),
  isYearly: z.boolean(),
  currency: z.enum(['usd', 'eur']),
  additionalChats: z.string().max(50),
  ownReturn: z.boolean(),
  returnUrl: z.string().max(2_000),
});
export type BillingDraft = z.infer<typeof billingDraftSchema>;

export const billingSchema = z.object({
  revision: z.number(),
  connectionId: z.string(),
  draft: billingDraftSchema,
  lastKnown: lastKnownSchema.nullable(),
  /** Newest first. */
  changes: z.array(subscriptionChangeSchema),
});
export type Billing = z.infer<typeof billingSchema>;

/** A domain that was registered from here, or tried. */
export const domainRegistrationSchema = z.object({
  activityId: z.string(),
  at: z.string(),
  connectionId: z.string(),
  /** The `publicationKey` of where it was sent; absent in what an older Foyer wrote. */
  place: z.string().optional(),
  input: domainInputSchema,
  /** It stands behind another request and has not left. Only while it does; never stored. */
  isInLine: z.boolean().optional(),
  outcome: outcomeSchema.nullable(),
  /** The answer as Activity keeps it: its shape is unknown. */
  answer: z.object({ form: answerFormSchema, body: z.string() }).optional(),
});
export type DomainRegistration = z.infer<typeof domainRegistrationSchema>;

export const domainsSchema = z.object({
  revision: z.number(),
  connectionId: z.string(),
  draft: z.string(),
  /** Newest first. */
  registrations: z.array(domainRegistrationSchema),
  /** How those read whose ASCII form hides it, by that form. */
  readings: z.record(z.string(), z.string()).optional(),
  /** What the DNS said of names, by the name in ASCII form. */
  checks: z.record(z.string(), dnsCheckSchema),
  /** What a person wrote down beside names, by the name in ASCII form. */
  notes: z.record(z.string(), z.string()),
});
export type Domains = z.infer<typeof domainsSchema>;
