/** Where a problem goes that a screen can't show where it happened. */
import type { Problem } from '@shared/problem';
import { problemOf, reports } from './reports.svelte';

/** Shows what went wrong above the screen. For `catch`: `bridge.app.ready().catch(report)`. */
export function report(error: unknown): void {
  reports.add(problemOf(error));
}

/**
 * Shows why something that a person had asked for was not done, or did not leave, where its own place
 * can't: that was left or closed, or shows another connection.
 *
 * @param what says what was not done
 */
export function reportUnsent(error: unknown, what: string): void {
  const problem = problemOf(error);
  reports.add(problem, unsentBy(problem, what));
}

/** What was not done because of it, if that is known: of a fault of Foyer's own nobody knows how far it went. */
export function unsentBy({ code }: Problem, what: string): string | undefined {
  return code === 'internal' ? undefined : what;
}
