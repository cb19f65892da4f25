/**
 * How a problem is thrown inside one process. Apart from `problem.ts`, so that the windows can use
 * it without carrying the schemas.
 */
import type { FieldReason, Problem } from './problem';

/** How a problem travels inside one process. Across the bridge goes its `problem` alone. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(
    readonly problem: Problem,
    options?: { cause?: unknown },
  ) {
    super(problem.code, options);
  }
}

/** For one field: `throw invalidField('baseAddress', 'notHttps')`. */
export function invalidField(field: string, reason: FieldReason): ProblemError {
  return new ProblemError({ code: 'invalidFields', fields: [{ field, reason }] });
}

/** Whether something was refused because its theme isn't in the library, also for a moment. */
export function isNoTheme(error: unknown): boolean {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  return problem?.code === 'notFound' && problem.what === 'theme';
}
