/**
 * The guide: “an export also masks phone numbers”, also those that are set with middle dots, as on business cards and in
 * the signatures made of them, with tabs, as a table is pasted, or that stand right behind a numbered colon: a time has no
 * ten digits behind one.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  ['the control: dots', 'Call 415.555.0123 first.', '555'],
  ['the control: behind a colon', 'Line:4155550123 is busy.', '555'],
  ['middle dots', 'Call 415·555·0123 first.', '555'],
  ['bullets', 'Call 415•555•0123 first.', '555'],
  ['wide signs', 'Call ０３（１２３４）５６７８ first.', '３４'],
  ['the mark of kana', 'Call 090ー1234ー5678 first.', '1234'],
  ['in wide digits', 'Call ０９０ー１２３４ー５６７８ first.', '１２３４'],
  ['in half width', 'Call 090ｰ1234ｰ5678 first.', '1234'],
  ['rules of a box', 'Call 090─1234─5678 first.', '1234'],
  ['tabs', 'Call 06\t12\t34\t56\t78 first.', '34'],
  ['a numbered colon', 'Line 1:4155550123 is busy.', '555'],
])('is masked: %s', (_, text, digits) => {
  expect(withMaskedNumbers(text)).not.toContain(digits);
});

it('the control: a time stays', () => {
  expect(withMaskedNumbers('At 10:15:30.1234567 it ended.')).toContain('10:15:30.1234567');
});
