/** Where a problem goes that a screen can't show where it happened. */
import { problemOf, reports } from './reports.svelte';

/** Shows what went wrong above the screen. For `catch`: `bridge.app.ready().catch(report)`. */
export function report(error: unknown): void {
  reports.add(problemOf(error));
}
