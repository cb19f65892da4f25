/** How much of a request and of an answer is kept; apart from their schemas, which no window carries. */
import type { ActivityDetails } from './activity';

/** Of bodies, this many characters are written down. */
export const longestRecordedBody = 64 * 1024;

/** Whether only the beginning of what was sent is there. */
export function isCutRequest({ body, isCut }: ActivityDetails['request']): boolean {
  return isCut ?? body.length >= longestRecordedBody;
}

/** What of an answer isn't there: what Foyer did not keep, or what didn't arrive. */
export function cutOf({
  body,
  isCut,
  // An older version left it to be told by the length.
  isBrokenOff = true,
}: NonNullable<ActivityDetails['answer']>): 'notKept' | 'notArrived' | null {
  if (!isCut) return null;
  return body.length >= longestRecordedBody || !isBrokenOff ? 'notKept' : 'notArrived';
}

/** Whether nothing of its body arrived, and one may have been to come: it wasn't empty as far as anybody knows. */
export function lacksItsBody(answer: NonNullable<ActivityDetails['answer']>): boolean {
  return answer.body === '' && cutOf(answer) === 'notArrived';
}
