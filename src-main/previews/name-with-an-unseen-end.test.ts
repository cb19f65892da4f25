/**
 * A shortcut's name is pasted from a page that may break its lines, with a zero-width space, a soft hyphen or a byte order
 * mark behind it. It is kept as it is seen: `foyer preview Booking` and a link find it, and no second one can look the
 * same, as is so with a blank or a mark of direction there.
 */
import { expect, it } from 'vitest';
import { shortcutNamed } from '@shared/names';
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

it.each([
  ['a heart in colour', 'Love ❤\uFE0F'],
  ['the flag of Scotland', 'Team \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
])('keeps what shapes the last sign: %s', (_, name) => {
  const kept = readShortcutForm({ ...rest, name }, []);
  expect(kept.name).toBe(name);
  expect(shortcutNamed([kept], name)).toBe(kept);
});

it('finds one that an older Foyer kept so', () => {
  const kept = { name: 'Booking\u200B' };
  expect(shortcutNamed([kept], 'Booking')).toBe(kept);
});
