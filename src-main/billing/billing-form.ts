import type { FieldReason, Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { isPlainlySendable, withoutUnseenEnds } from '@shared/sendable-text';
import type { BillingDraft, LastKnown } from '@shared/sending';
import type { SubscriptionInput } from '@shared/service/operations';
import { presets, type PresetId } from '@shared/service/presets';
import { readTypedNumber } from '@shared/typed-number';

/**
 * The form before anything was typed: what was last asked for. A plan that isn't known is nobody's
 * choice yet: the smallest one would take something away from who has a larger one.
 */
export function emptyDraft(lastKnown: LastKnown | null): BillingDraft {
  const { plan, isYearly, currency, additionalChats } = {
    ...lastKnown,
    ...lastKnown?.unconfirmed,
  };
  return {
    plan: plan === 'PRO' || plan === 'STARTER' ? plan : null,
    isYearly: isYearly ?? false,
    currency: currency === 'eur' ? 'eur' : 'usd',
    additionalChats: String(additionalChats ?? 0),
    ownReturn: true,
    returnUrl: '',
  };
}

/** What is sent of the form; `returnUrl` is `undefined` when Foyer's own address is to be used. */
export interface BillingFormReading {
  readonly input: Omit<SubscriptionInput, 'returnUrl'>;
  readonly returnUrl: string | undefined;
}

type Refusable<Value> = { readonly value: Value } | { readonly reason: FieldReason };

/**
 * Checks the form. Additional chats are any finite number (the contract has no more to say), or a
 * step of the price table where the preset has one.
 *
 * @throws ProblemError `invalidFields` naming `plan`, `additionalChats` or `returnUrl`.
 */
export function readBillingForm(draft: BillingDraft, preset: PresetId): BillingFormReading {
  const chats = readAdditionalChats(draft.additionalChats, preset);
  const address = draft.ownReturn ? { value: undefined } : readReturnAddress(draft.returnUrl);
  const { plan, currency, isYearly } = draft;
  const fields: Extract<Problem, { code: 'invalidFields' }>['fields'] = [];
  if (plan === null) fields.push({ field: 'plan', reason: 'required' });
  if ('reason' in chats) fields.push({ field: 'additionalChats', reason: chats.reason });
  if ('reason' in address) fields.push({ field: 'returnUrl', reason: address.reason });
  if (plan === null || 'reason' in chats || 'reason' in address) {
    throw new ProblemError({ code: 'invalidFields', fields });
  }
  return {
    input: { plan, additionalChats: chats.value, currency, isYearly },
    returnUrl: address.value,
  };
}

function readAdditionalChats(text: string, preset: PresetId): Refusable<number> {
  const typed = text.trim();
  if (typed === '') return { reason: 'required' };
  const value = readTypedNumber(typed);
  if (value === undefined) return { reason: 'notANumber' };
  const offer = presets[preset].additionalChats;
  if (offer.kind === 'number') return { value };
  const isStep = Number.isInteger(value) && value >= 0 && value <= offer.lastStep;
  return isStep ? { value } : { reason: 'notOneOfSteps' };
}

/**
 * An address that a checkout returns to. Services glue `?stripe=…` to its end (service-api, *Seen on
 * a real service*), so it has no query or fragment of its own.
 */
function readReturnAddress(text: string): Refusable<string> {
  const typed = withoutUnseenEnds(text);
  if (typed === '') return { reason: 'required' };
  if (!isPlainlySendable(typed)) return { reason: 'unsendableText' };
  let url: URL;
  try {
    url = new URL(typed);
  } catch {
    return { reason: 'notAnAddress' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { reason: 'notAnAddress' };
  if (!/^https?:\/\//iu.test(typed) || /\s/u.test(typed)) return { reason: 'notAnAddress' };
  if (url.username !== '' || url.password !== '') return { reason: 'hasUserInfo' };
  if (/[?#]/u.test(typed)) return { reason: 'returnAddressHasQuery' };
  return { value: typed };
}
