import type { Connection } from '@shared/connection';
import type { SubscriptionChange } from '@shared/sending';
import { readSubscriptionAnswer, type SubscriptionAnswer } from '@shared/service/answers';
import type { Outcome } from '@shared/service/outcome';
import { readCheckoutAddress } from './checkout-address';

/** An answer that can't be read is kept up to this many characters. */
const longestAnswer = 4_000;
/** Texts inside an answer are kept up to this many characters. */
const longestText = 4_000;

/**
 * What an answer says of the subscription. One that asks to be paid first (402) says where, if that is an address that
 * Foyer opens, and nothing of what is.
 */
export function readSentAnswer(
  connection: Connection,
  { outcome, body }: { outcome: Outcome; body: unknown },
): SubscriptionAnswer | undefined {
  if (outcome.kind === 'accepted') return readSubscriptionAnswer(body);
  if (outcome.kind !== 'rejected' || outcome.status !== 402) return undefined;
  const { checkoutUrl } = readSubscriptionAnswer(body) ?? {};
  const isOpened =
    checkoutUrl !== undefined &&
    readCheckoutAddress(checkoutUrl, connection.isPractice).href !== undefined;
  return isOpened ? { checkoutUrl } : undefined;
}

/** What is kept of an answer: bounded, and the checkout's address judged. */
export function keptAnswer(
  connection: Connection,
  answer: SubscriptionAnswer | undefined,
  sent: { outcome: Outcome; bodyText: string | undefined },
): Pick<SubscriptionChange, 'answer' | 'answerText' | 'checkout'> {
  const isTaken = sent.outcome.kind === 'accepted' || sent.outcome.kind === 'acceptedUnreadable';
  if (!isTaken && !answer) return {};
  const { workspace, checkoutUrl, echo } = answer ?? {};
  if (workspace === undefined && checkoutUrl === undefined) {
    return {
      ...(echo && { answer: { echo: bounded(echo) } }),
      answerText: sent.bodyText?.slice(0, longestAnswer),
    };
  }
  const kept: SubscriptionAnswer = {
    ...(workspace && { workspace: bounded(workspace) }),
    // A longer one than Foyer opens is kept cut, to be shown.
    ...(checkoutUrl !== undefined && { checkoutUrl: checkoutUrl.slice(0, longestText) }),
    ...(echo && { echo: bounded(echo) }),
  };
  if (checkoutUrl === undefined) return { answer: kept };
  const { host, href } = readCheckoutAddress(checkoutUrl, connection.isPractice);
  return { answer: kept, checkout: { host, canOpen: href !== undefined } };
}

/** The same values, no text of them too long to keep. */
function bounded<Values extends object>(values: Values): Values {
  const kept = Object.entries(values).map(([field, value]: [string, unknown]) => [
    field,
    typeof value === 'string' ? value.slice(0, longestText) : value,
  ]);
  return Object.fromEntries(kept) as Values;
}
