/** How a command in the terminal ends, for scripts. */
import type { Problem } from '@shared/problem';
import { mayHaveActed } from '@shared/service/may-have-acted';
import type { Outcome } from '@shared/service/outcome';

export const exitCodes = {
  started: 0,
  refused: 1,
  usageError: 2,
  notSent: 3,
  unknown: 4,
  noCredential: 5,
  noDisplay: 6,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const isExitCode = (code: unknown): code is ExitCode =>
  Object.values<unknown>(exitCodes).includes(code);

/** The exit code of a request that was tried. */
export function exitCodeOfOutcome(outcome: Outcome): ExitCode {
  switch (outcome.kind) {
    case 'accepted':
      return exitCodes.started;
    case 'proxyRefused':
    case 'notSent':
      return exitCodes.notSent;
    case 'acceptedUnreadable':
    case 'serviceFailed':
    case 'unsure':
    case 'redirected':
    case 'rejected':
    case 'tokenRefused':
      return mayHaveActed(outcome) ? exitCodes.unknown : exitCodes.refused;
  }
}

/** The exit code of what stopped a request before it left. */
export function exitCodeOfProblem({ code }: Problem): ExitCode {
  if (withoutCredential.has(code)) return exitCodes.noCredential;
  if (code === 'invalidFields' || code === 'notFound') return exitCodes.usageError;
  return exitCodes.notSent;
}

const withoutCredential: ReadonlySet<Problem['code']> = new Set([
  'tokenMissing',
  'tokenUnusable',
  'keychainAbsent',
  'keychainLocked',
  'keychainFailed',
]);
