/** To whom a preview goes, and to which address: its connection can be pointed at another one meanwhile. */
import { recipientKey } from '@shared/preview-shortcuts';
import { withoutUnseenEnds } from '@shared/sendable-text';
import type { PreviewRun } from '@shared/sending';
import type { ConnectionPlace } from './shortcuts-backup';

/**
 * To one target one is under way at a time, whichever connection leads to its address: a request for a preview
 * says nothing of a workspace. Spaces around what was typed do not count, nor how a number is written.
 */
export function targetOf(where: string, { botId, to }: { botId: string; to: string }): string {
  return JSON.stringify([where, withoutUnseenEnds(botId), recipientKey(to)]);
}

/** With a run that is under way, that it goes to another address than its connection leads to now. */
export function withWhereItGoes(run: PreviewRun, now: ConnectionPlace | undefined): PreviewRun {
  if (run.outcome !== null || run.place === undefined || !now) return run;
  return run.place.startsWith(`${now.baseAddress} `) ? run : { ...run, goesElsewhere: true };
}
