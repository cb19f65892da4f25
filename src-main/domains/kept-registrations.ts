import type { DomainRegistration } from '@shared/sending';
import { mayHaveActed } from '@shared/service/may-have-acted';

/** How many tries of a place that registered nothing are remembered. */
const mostRefused = 100;

/**
 * Which registrations are remembered: the list is all that anybody knows of what was registered from
 * here, so only tries that certainly registered nothing are ever dropped, the oldest first, and none
 * by which alone a note can be reached.
 *
 * @param registrations newest first
 */
export function keptRegistrations(
  registrations: readonly DomainRegistration[],
  notes: Readonly<Record<string, string>>,
): DomainRegistration[] {
  const seen = new Set<string>();
  let refused = 0;
  return registrations.filter((registration) => {
    const { name } = registration.input;
    const isNewestOfName = !seen.has(name);
    seen.add(name);
    if (!wasRefused(registration)) return true;
    refused += 1;
    return refused <= mostRefused || (isNewestOfName && Object.hasOwn(notes, name));
  });
}

/** Whether nothing can have come of it. */
function wasRefused({ outcome }: DomainRegistration): boolean {
  return outcome !== null && !mayHaveActed(outcome);
}

/** The list with what is known of one by now; `undefined`: it is forgotten. */
export function withOne(
  all: readonly DomainRegistration[],
  id: string,
  next: (before: DomainRegistration | undefined) => DomainRegistration | undefined,
): DomainRegistration[] {
  if (all.some(({ activityId }) => activityId === id)) {
    return all.flatMap((one) => (one.activityId === id ? (next(one) ?? []) : one));
  }
  const added = next(undefined);
  return added ? [added, ...all] : [...all];
}
