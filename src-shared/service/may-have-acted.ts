import { mayBeDoneThoughLate } from './late-status';
import type { Outcome } from './outcome';
import { mayFollowOnDone } from './redirect-status';

/** Whether anything of it reached the service, or may have; `null` while it is under way. */
export function hasLeft(outcome: Outcome | null): boolean {
  return outcome?.kind !== 'notSent' && outcome?.kind !== 'proxyRefused';
}

/** Whether the service may have done what it was asked, now that the request has ended so. */
export function mayHaveActed(outcome: Outcome): boolean {
  switch (outcome.kind) {
    // A 200 that makes no sense and a service that failed may both have acted.
    case 'accepted':
    case 'acceptedUnreadable':
    case 'serviceFailed':
    case 'unsure':
      return true;
    case 'redirected':
      return mayFollowOnDone(outcome.status);
    case 'rejected':
      return mayBeDoneThoughLate(outcome.status);
    case 'tokenRefused':
    case 'proxyRefused':
    case 'notSent':
      return false;
  }
}
