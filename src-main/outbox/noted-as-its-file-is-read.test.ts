/**
 * A theme has arrived, and its file, or the folder it lies in, can't be read as that is to be noted. As the theme is read
 * again it is noted at once, and not after the wait that has grown meanwhile.
 */
import { expect, it, vi } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { outboxFixture } from './testing/fixture-outbox';

const path = '/themes/0000.json';
const inTheWay: readonly Problem[] = [
  { code: 'fileDamaged', path, detail: '' },
  { code: 'fileInCloud', path },
  { code: 'libraryFolderMissing', path: '/themes' },
  { code: 'libraryFolderForbidden', path: '/themes' },
  { code: 'storageNoPermission', path },
];

it.each(inTheWay)('after $code', async (problem) => {
  const made = await outboxFixture();
  const noting = vi
    .spyOn(made.library, 'setPublication')
    .mockRejectedValue(new ProblemError(problem));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted', problem }]);
  noting.mockRestore();
  made.outbox.themesChanged(made.ids);
  await made.settled();
  expect(await made.items()).toEqual([]);
});
