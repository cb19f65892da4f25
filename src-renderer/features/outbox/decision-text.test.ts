import { expect, it } from 'vitest';
import { decisionText, nextOfDoubt } from './decision-text';

const at = (keepsClientIds: 'unknown' | 'yes' | 'no') => ({ label: 'Northwind', keepsClientIds });

it('promises that sending again replaces it only where the service keeps the ids it is sent', () => {
  for (const isFirst of [true, false]) {
    expect(decisionText({ isFirst }, at('yes'))).toContain('it won’t create a duplicate');
    for (const keeps of ['no', 'unknown'] as const) {
      const text = decisionText({ isFirst }, at(keeps));
      expect(text).toContain('could create a duplicate');
      expect(text).not.toContain('replaces');
    }
  }
});

it('says of a later save that the change may be there, and that the template was', () => {
  expect(decisionText({ isFirst: false }, at('no'))).toMatch(
    /^The change may or may not have arrived\. The template was on Northwind before\./u,
  );
  expect(decisionText({ isFirst: true }, at('no'))).not.toContain('change');
});

it('says that earlier tries may have made copies', () => {
  const copies = 'may already have created duplicates on Northwind';
  expect(decisionText({ isFirst: false, unsureTries: 2 }, at('no'))).toContain(copies);
  expect(decisionText({ isFirst: true, unsureTries: 2 }, at('unknown'))).toContain(copies);
  expect(decisionText({ isFirst: false, unsureTries: 1 }, at('no'))).not.toContain(copies);
  expect(decisionText({ isFirst: false, unsureTries: 2 }, at('yes'))).not.toContain(copies);
});

it.each([
  [true, 'unknown', 'or until another theme shows that Northwind keeps the IDs it’s sent.'],
  [true, 'no', 'until you decide.'],
  [undefined, 'unknown', 'until you decide.'],
] as const)(
  'says what settles a doubt: by kept IDs as well: %s, where IDs are kept: %s',
  (isSettledByKeptIds, keeps, end) => {
    expect(nextOfDoubt({ isSettledByKeptIds }, at(keeps))).toMatch(new RegExp(`${end}$`, 'u'));
  },
);
