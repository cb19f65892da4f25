/** What becomes of what is in the outbox when a connection is removed, in sentences; of what stays as it is none. */
import { m } from '@shared/messages/messages';
import type { ConnectionRemoval } from '@shared/publishing';

export function removalSentences(removal: ConnectionRemoval): string[] {
  const sentences = [
    [removal.cancelled, m.settings_remove_cancelled],
    [removal.newerCancelled, m.settings_remove_newer_cancelled],
    [removal.sending, m.settings_remove_sending],
    [removal.inDoubt, m.settings_remove_in_doubt],
  ] as const;
  return sentences.flatMap(([count, sentence]) => (count > 0 ? [sentence({ count })] : []));
}
