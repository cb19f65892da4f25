/** Which problems leave the choice to keep a token in memory alone. */
import type { Problem } from '@shared/problem';

const codes: readonly Problem['code'][] = [
  'keychainAbsent',
  'keychainLocked',
  'keychainFailed',
  'tokenTooLong',
];

/** Whether the keychain is what stood in the way. */
export function isKeychainProblem(problem: Problem): boolean {
  return codes.includes(problem.code);
}
