/**
 * A shortcut's name is pasted from a page that may break its lines, with a zero-width space, a soft hyphen or a byte order
 * mark behind it. It is kept as it is seen: `foyer preview Booking` and a link find it, and no second one can look the
 * same, as is so with a blank or a mark of direction there.
 */
import { expect, it } from 'vitest';
import { shortcutNamed } from '@shared/preview-shortcuts';
import { readShortcutForm } from './preview-form';

const rest = { connectionId: 'c', botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' };

it.each([
  ['the control: a blank', ' '],
  ['the control: a mark of direction', '\u202C'],
  ['a zero-width space', '\u200B'],
  ['a soft hyphen', '\u00AD'],
  ['a byte order mark', '\uFEFF'],
])('%s', (_, unseen) => {
  const kept = { ...readShortcutForm({ ...rest, name: `Booking${unseen}` }, []), id: '1' };
  expect(shortcutNamed([kept], 'Booking')).toBe(kept);
});
