/** Which of its sources a line of the list is of; without the schemas, which the window does not carry. */
import type { ActivityEntry, ListedEntry } from './activity';

/** Whether it is a request, and not something that was done on this computer. */
export function isSent(entry: ListedEntry): entry is ActivityEntry {
  return 'outcome' in entry;
}
