/**
 * A label was copied out of a mail, whose hidden lead-in consists of joiners and no-break spaces, or from behind an emoji.
 * At its beginning there is no sign that they shape: nobody sees them, and the same name typed in the terminal finds it.
 */
import { expect, it } from 'vitest';
import { connectionsLabelled, keptName } from './names';

it.each([
  ['the control: a zero-width space', '\u200B\u00A0'],
  ['the control: a mark of direction', '\u200E'],
  ['joiners and no-break spaces', '\u200C\u00A0\u200C\u00A0'],
  ["an emoji's variation selector", '\uFE0F '],
])('%s', (_, unseen) => {
  const label = keptName(`${unseen}Production`);
  expect(label).toBe('Production');
  expect(connectionsLabelled([{ label }], 'Production')).toHaveLength(1);
});

it('the control: what shapes the sign before it stays', () => {
  expect(keptName('Heart \u2764\uFE0F')).toBe('Heart \u2764\uFE0F');
});
