/** Where a problem goes that a screen can't show where it happened. */
import { problemOf, reports } from './reports.svelte';

/** Shows what went wrong above the screen. For `catch`: `bridge.app.ready().catch(report)`. */
export function report(error: unknown): void {
  reports.add(problemOf(error));
}

/**
 * Shows why something that a person had sent did not leave, where its own place can't: the screen was
 * left, or shows another connection.
 *
 * @param what says that it did not leave; of a fault of Foyer's own nobody knows how far it went
 */
export function reportUnsent(error: unknown, what: string): void {
  const problem = problemOf(error);
  reports.add(problem, problem.code === 'internal' ? undefined : what);
}
