/** What could not be sent for want of a token that can be: it is told until the connection gets another one. */
import type { Problem } from '@shared/problem';
import type { Outcome } from '@shared/service/outcome';
import { connections } from './connections.svelte';

/** Whether there was no token, or none that can be sent. */
export function isOfToken({ code }: Problem): boolean {
  return code === 'tokenMissing' || code === 'tokenUnusable';
}

/** Whether the service refused the token, or what doesn't say whether it was for the token (403). */
export function mayBeForToken(outcome: Outcome): boolean {
  return outcome.kind === 'tokenRefused' || (outcome.kind === 'rejected' && outcome.status === 403);
}

/** How often the connection got another token, or another way, by now. */
export function accessOf(connectionId: string): number {
  return connections.byId(connectionId)?.access ?? 0;
}
