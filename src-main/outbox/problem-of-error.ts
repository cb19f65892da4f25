/** Errors as they are shown to a person. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemOfStorage } from '../storage/storage';

/** What an error of ours means to a person; `undefined` for one that nobody expects. */
export function problemOfError(error: unknown): Problem | undefined {
  return error instanceof ProblemError ? error.problem : problemOfStorage(error);
}

/** The same of any error: one that nobody expects is shown by its words. */
export function problemOrInternal(error: unknown): Problem {
  return problemOfError(error) ?? { code: 'internal', id: String(error).slice(0, 200) };
}

/** Whether the keychain does not give the connection's token. */
export function isOfKeychain({ code }: Problem): boolean {
  return code === 'keychainLocked' || code === 'keychainAbsent' || code === 'keychainFailed';
}

/** Whether the theme was not there, where it was looked for. */
export function isThemeGone(problem: Problem | undefined): boolean {
  return problem?.code === 'notFound' && problem.what === 'theme';
}
