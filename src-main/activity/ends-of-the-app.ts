/** What is said of requests that had no end when the app ended. */
import type { Outcome } from '@shared/service/outcome';
import type { ActivityLog } from './log-reading';

/** It had left, or was about to, when the app ended: nobody knows what came of it. */
export const interrupted: Outcome = { kind: 'unsure', reason: 'interrupted', detail: '' };

/** It stood in line when the app ended. */
export const neverLeft: Outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' };

/** Said of what had no end; better known, once all can be read. */
export const endsOfTheApp: ReadonlySet<Outcome> = new Set([interrupted, neverLeft]);

/** Writes down how it ended. Never rejects. */
export async function writeEnd(log: ActivityLog, id: string, outcome: Outcome): Promise<void> {
  // Where the disk refuses it, the next start finds it without an end again and says the same.
  await log
    .append({ type: 'ended', id, outcome, tookMs: null, answer: null })
    .catch(() => undefined);
}
