/** What is known of whether a checkout was completed: what the person did, and what its page said as it came back. */
import type { SubscriptionChange } from '../sending';

/** Whether the page that came back says that the checkout was cancelled. */
export function isCancelled({ checkoutReturn }: SubscriptionChange): boolean {
  return checkoutReturn.state === 'back' && checkoutReturn.says === 'cancelled';
}

/**
 * Whether the checkout of one may have been gone through after another was sent: it was opened or came back
 * since. By what was the newest then, and not by a clock, which can be set back. An older Foyer did not note
 * that of a return, and nothing of an opening.
 */
export function mayBeCompletedAfter(
  { checkoutReturn, openedAfter }: SubscriptionChange,
  other: SubscriptionChange,
  changes: readonly SubscriptionChange[],
): boolean {
  const isSince = (newestThen: string | undefined) =>
    changes.findIndex(({ activityId }) => activityId === newestThen) <= changes.indexOf(other);
  return (
    (openedAfter !== undefined && isSince(openedAfter)) ||
    (checkoutReturn.state === 'back' && isSince(checkoutReturn.after))
  );
}
