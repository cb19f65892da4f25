/** Opens a checkout in the person's browser, and notes that it may be completed from then on. */
import { ProblemError } from '@shared/problem-error';
import type { SubscriptionChange } from '@shared/sending';
import { isCancelled } from '@shared/service/checkout-completion';
import type { PlacedChange } from './billing-document';
import type { BillingOptions } from './billing-options';
import { readCheckoutAddress } from './checkout-address';

/** What opening a checkout needs of the room. */
interface CheckoutOpening extends Pick<BillingOptions, 'openExternal'> {
  readonly all: () => readonly SubscriptionChange[];
  /** The newest change that was sent to a place. */
  readonly newestAt: (place: string) => string | undefined;
  /** Never rejects. */
  readonly replace: (
    change: PlacedChange,
    next: (before: SubscriptionChange | undefined) => SubscriptionChange | undefined,
  ) => Promise<void>;
}

/** @throws ProblemError notFound, addressNotOpened, and what `openExternal` rejects with */
export async function openCheckout(activityId: string, room: CheckoutOpening): Promise<void> {
  const change = room.all().find((one) => one.activityId === activityId);
  const checkoutUrl = change?.answer?.checkoutUrl;
  if (!change || checkoutUrl === undefined || change.checkout?.isForgotten) {
    throw new ProblemError({ code: 'notFound', what: 'change' });
  }
  // What was offered is opened: its connection may have been entered anew, under another id.
  const isOffered = change.checkout?.canOpen ?? false;
  const { host, href } = readCheckoutAddress(checkoutUrl, isOffered);
  if (href === undefined) throw new ProblemError({ code: 'addressNotOpened', host });
  // Noted first, because nobody may hear of what comes of it.
  await noteOpening(change, room);
  try {
    await room.openExternal(href);
  } catch (error) {
    await noteNotOpened(change, room);
    throw error;
  }
}

/** It may be completed from now on: what was answered or cancelled before says nothing of that. */
async function noteOpening(
  { place, ...change }: SubscriptionChange,
  { newestAt, replace }: CheckoutOpening,
): Promise<void> {
  // An older Foyer did not note where it was sent.
  if (place === undefined) return;
  const openedAfter = newestAt(place);
  await replace({ ...change, place }, (one) => {
    if (!one) return undefined;
    const checkoutReturn = isCancelled(one) ? ({ state: 'closed' } as const) : one.checkoutReturn;
    return { ...one, checkoutReturn, openedAfter };
  });
}

/** No browser opened it: what was known before says what there is. */
async function noteNotOpened(
  { place, ...before }: SubscriptionChange,
  { replace }: CheckoutOpening,
): Promise<void> {
  if (place === undefined) return;
  await replace({ ...before, place }, (one) => {
    if (!one) return undefined;
    const { openedAfter: _opened, ...rest } = one;
    return {
      ...rest,
      checkoutReturn: isCancelled(before) ? before.checkoutReturn : one.checkoutReturn,
      ...(before.openedAfter !== undefined && { openedAfter: before.openedAfter }),
    };
  });
}
