/** What can be said of a recipient before it is sent: a doubt at most, never a refusal. */
import { withoutUnseenEnds } from '@shared/sendable-text';

/**
 * Whether it looks like no phone number. The format of a recipient is the service's own. Services
 * strip spaces and dashes, dots and brackets they don't (service-api, *Seen on a real service*).
 */
export function isUnusualRecipient(typed: string): boolean {
  const to = withoutUnseenEnds(typed);
  return to !== '' && !/^\+?[\d\s-]*\d[\d\s-]*$/u.test(to);
}
