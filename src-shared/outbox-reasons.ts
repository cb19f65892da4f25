/** What the reason of an entry of the outbox means; apart from its schema, which no window carries. */
import type { OutboxItem, OutboxReason } from './publishing';

/** What has ended or can't begin: it goes on only at a person's word. */
const stopped: readonly OutboxReason[] = ['refused', 'decision', 'elsewhere', 'unreadable'];

/** Whether the service has it, and nothing of the entry is to be sent. */
export function hasArrived({ why }: Pick<OutboxItem, 'why'>): boolean {
  return why === 'unnoted';
}

/** Whether an entry goes on only at a person's word. */
export function isStopped({ why }: Pick<OutboxItem, 'why'>): boolean {
  return stopped.includes(why);
}

/** Whether an entry waits to be sent, be it for its theme to come back, or for its library to be opened again. */
export function isWaiting(item: Pick<OutboxItem, 'why'>): boolean {
  return !isStopped(item) && !hasArrived(item);
}
