import { domainToUnicode } from 'node:url';
import type { DomainRegistration } from '@shared/sending';

/** How names read that were sent in another form (IDNA), by that form. */
export function readingsOf(
  registrations: readonly Pick<DomainRegistration, 'input'>[],
): Record<string, string> {
  return Object.fromEntries(
    registrations
      .map(({ input: { name } }) => [name, domainToUnicode(name)] as const)
      .filter(([name, reading]) => reading !== '' && reading !== name),
  );
}
