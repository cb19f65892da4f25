/** To whom a preview goes, and to which address: its connection can be pointed at another one meanwhile. */
import { withoutUnseenEnds } from '@shared/sendable-text';
import type { PreviewRun } from '@shared/sending';
import type { ConnectionPlace } from './shortcuts-backup';

/**
 * To one target one is under way at a time, whichever connection leads to its address: a request for a preview
 * says nothing of a workspace. Spaces around what was typed do not count, nor how a number is written.
 */
export function targetOf(where: string, { botId, to }: { botId: string; to: string }): string {
  return JSON.stringify([where, withoutUnseenEnds(botId), numberOf(to)]);
}

/**
 * A number without all that people, pages and word processors write between its digits. What is no number is itself
 * alone. As somebody who was sent to before (`recipientKey`) only the surer writings count.
 */
function numberOf(to: string): string {
  const typed = withoutUnseenEnds(to);
  const isNumber = /^[\s(]*\+?[\s(]*\d[\d\s()./\p{Pd}\u2212\p{Cf}]*$/u.test(typed);
  if (!isNumber) return typed;
  // A signature writes the zero that nobody dials from abroad, and 00 for the plus.
  const dialled = typed.replace(/(?<=^[\s(]*(?:\+|00)[^(]*)\(0\)/u, '');
  return dialled.replace(/[^\d+]/gu, '').replace(/^00/u, '+');
}

/** With a run that is under way, that it goes to another address than its connection leads to now. */
export function withWhereItGoes(run: PreviewRun, now: ConnectionPlace | undefined): PreviewRun {
  if (run.outcome !== null || run.place === undefined || !now) return run;
  return run.place.startsWith(`${now.baseAddress} `) ? run : { ...run, goesElsewhere: true };
}
