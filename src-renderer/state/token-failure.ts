/** What could not be sent for want of a token that can be: it is told until the connection gets another one. */
import type { Problem } from '@shared/problem';
import { connections } from './connections.svelte';

/** Whether there was no token, or none that can be sent. */
export function isOfToken({ code }: Problem): boolean {
  return code === 'tokenMissing' || code === 'tokenUnusable';
}

/** How often the connection got another token, or another way, by now. */
export function accessOf(connectionId: string): number {
  return connections.byId(connectionId)?.access ?? 0;
}
