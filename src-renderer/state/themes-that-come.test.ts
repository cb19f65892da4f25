/** Imports that end while a report is read are told of as one, where what is said and taken back stays true. */
import { expect, it } from 'vitest';
import type { ImportReport } from '@shared/transfer';
import { joined, type BroughtAsItCame } from './themes-that-come';

const none: ImportReport = { imported: [], failed: [], notDone: 0, isStopped: false };

const brought = (
  ofLibrary: number | undefined,
  report: Partial<ImportReport>,
): BroughtAsItCame => ({
  ...{ kind: 'import', ofLibrary, report: { ...none, ...report } },
  came: Promise.resolve({ ofLibrary: ofLibrary ?? 0, isAsItCame: () => ofLibrary === 1 }),
});

it('two imports into one library are one, not tried for one reason', () => {
  const both = joined(brought(1, { notDone: 2 }), brought(1, { notDone: 3 }));
  expect(both?.report).toEqual({ ...none, notDone: 5 });
});

it.each([
  ['another library was chosen between them', brought(1, {}), brought(2, {})],
  ['nothing was known of the library', brought(undefined, {}), brought(undefined, {})],
  [
    'the disk refused one and a person stopped the other',
    brought(1, { notDone: 2 }),
    brought(1, { notDone: 3, isStopped: true }),
  ],
])('each is told of by itself: %s', (_why, one, other) => {
  expect(joined(one, other)).toBeUndefined();
});
