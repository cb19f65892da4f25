/** The words of a card's status, for its line and its name for readers. */
import { m } from '@shared/messages/messages';
import type { StatusWord } from '@shared/theme/status';
import type { CardStatus } from './shown-themes';

const words: Readonly<Record<StatusWord, () => string>> = {
  failed: m.status_failed,
  unknown: m.status_unknown,
  changed: m.status_changed,
  publishing: m.status_publishing,
  waiting: m.status_waiting,
  published: m.status_published,
  draft: m.status_draft,
};

/** "Draft", "Unpublished changes", "Published on 3". */
export function cardStatusText({ word, places }: CardStatus): string {
  return places > 1 ? m.library_published_on({ count: places }) : words[word]();
}
