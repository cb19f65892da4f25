/** What each status of a theme is called. */
import { m } from '@shared/messages/messages';
import type { StatusWord } from '@shared/theme/status';

export const statusTexts: Readonly<Record<StatusWord, () => string>> = {
  failed: m.status_failed,
  unknown: m.status_unknown,
  changed: m.status_changed,
  publishing: m.status_publishing,
  waiting: m.status_waiting,
  unrecorded: m.status_unrecorded,
  published: m.status_published,
  unread: m.status_unread,
  draft: m.status_draft,
};
