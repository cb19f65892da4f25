/**
 * The disk fails where a theme, or the bin, is read: here by a link that leads to itself (ELOOP), as EIO of a failing disk
 * and EBUSY of a scanner do. Nothing was written: that it "couldn’t be saved" is untrue, and frightens who has just
 * changed something.
 */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { damageProblem } from '../../storage/storage';
import { libraryOfOne } from '../testing/fixture-library';

const saving = /saved|write/u;

it('says of a theme that it can’t be read', async () => {
  const { folders, library } = await libraryOfOne({ name: 'Harbour' });
  const path = join(folders.themes, 'b.json');
  await symlink(path, path);
  await library.rescan();
  const { unreadable } = await library.handlers.list();
  // The control: it is listed, with its reason.
  expect(unreadable).toMatchObject([{ file: 'b.json' }]);
  const [listed] = unreadable;
  expect(listed && problemText(listed.problem).what).not.toMatch(saving);
});

it('says of the bin that it can’t be read', async () => {
  const { folders, library } = await libraryOfOne({ name: 'Harbour' });
  const path = join(folders.profile, 'bin');
  await rm(path, { recursive: true, force: true });
  await symlink(path, path);
  const error: unknown = await Promise.resolve(library.handlers.bin()).catch((why: unknown) => why);
  // The control: it is refused, with its reason.
  if (!(error instanceof ProblemError)) return expect.fail('The bin could be read.');
  expect(problemText(error.problem).what).not.toMatch(saving);
});

it('says of a file that may not be read that it may not, and not of writing', () => {
  const damage = { reason: 'unreadable', kind: 'noPermission' } as const;
  const { what } = problemText(damageProblem(damage, '/themes/b.json'));
  // The control: it is named.
  expect(what).toContain('/themes/b.json');
  expect(what).not.toMatch(saving);
});
