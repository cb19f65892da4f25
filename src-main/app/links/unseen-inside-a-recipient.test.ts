/**
 * Anyone can make a link. One whose recipient holds what nobody sees is not taken, so that the confirmation doesn't lie
 * (`readLink`: “`undefined`: … holds what can't be shown truthfully”): not only signs of the category Cf, but also variation
 * selectors, joiners of graphemes and fillers, which draw nothing either. Else the confirmation shows a number that isn't
 * the one that is sent.
 */
import { expect, it } from 'vitest';
import { readLink } from './link';

const link = (inside: string) =>
  `foyer://preview?bot=b1&to=${encodeURIComponent(`+44 7700${inside} 900112`)}`;

it('the control: a number that can be seen is taken', () => {
  expect(readLink(link(''))).toMatchObject({ to: '+44 7700 900112' });
});

it.each([
  ['the control: a zero-width space', '\u200b'],
  ['a variation selector', '\ufe0f'],
  ['a variation selector of the supplement', '\u{e0100}'],
  ['a joiner of graphemes', '\u034f'],
  ['a filler of Hangul', '\uffa0'],
])('a recipient with what nobody sees is not: %s', (_, inside) => {
  expect(readLink(link(inside))).toBeUndefined();
});
