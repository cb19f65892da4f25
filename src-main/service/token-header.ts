/** The headers of a request, and how its token is presented in them. Pure. */
import type { TokenPresentation } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';

export interface Presenting {
  readonly presentation: TokenPresentation;
}

/** The contract's two (service-api), and a name, so that the stack's own does not tell versions. */
export const plainRequestHeaders = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'User-Agent': 'Foyer',
} as const;

function presented(presentation: TokenPresentation, token: string): [name: string, value: string] {
  switch (presentation.kind) {
    case 'bearer':
      return ['Authorization', `Bearer ${token}`];
    case 'header': {
      const { header, scheme } = presentation;
      return [header, scheme === '' ? token : `${scheme} ${token}`];
    }
    case 'none':
      throw new Error('a connection without authentication presents no token');
  }
}

/** The header with the token in it. @throws ProblemError `tokenUnusable` of one that no header can hold */
export function secretHeader(
  { label, presentation }: Presenting & { readonly label: string },
  token: string | undefined,
): Record<string, string> | undefined {
  if (token === undefined || presentation.kind === 'none') return undefined;
  const [name, value] = presented(presentation, token);
  // RFC 9110, 5.5: nothing else can stand in a header without being read in two ways.
  if (!/^[\x20-\x7e]*$/u.test(value)) throw new ProblemError({ code: 'tokenUnusable', label });
  return { [name]: value };
}

/** The same header's value as it may be shown. */
export function shownPresentation({ presentation }: Presenting): string {
  return presented(presentation, '[token]')[1];
}
