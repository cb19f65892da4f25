import { m } from '../messages/messages';

/** What is known of the tries before the one that is spoken of. */
export interface EarlierTries {
  /** One of them may have arrived, so that what the last one left isn't all there is to say. */
  readonly mayHaveArrivedEarlier?: boolean;
}

/** What is so after a try that did nothing; `ofThisOne` says that it did nothing. */
export function afterNothingDone(
  ofThisOne: string,
  { mayHaveArrivedEarlier }: EarlierTries,
): string {
  return mayHaveArrivedEarlier ? m.outcome_earlier_kept() : ofThisOne;
}
