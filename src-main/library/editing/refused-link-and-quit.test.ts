/**
 * A person unlinks a theme and quits while the disk still reads it. A colleague has linked it to another template meanwhile, so nothing is
 * unlinked, and the person's window says so. Nothing of theirs is unsaved: no question says that their last changes aren't saved
 * and are lost if they quit.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { held } from '../testing/fake-disk';
import {
  libraryOfOne,
  northwind,
  putTheme,
  savedWhenAsked,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const linkTo = (templateId: string) => ({
  publications: { [key]: { templateId, at: '2026-01-02T03:04:05.000Z' } },
});

it('a link that a colleague changed is not among what is unsaved', async () => {
  const { library, folders, id } = await libraryOfOne(linkTo('t1'), {
    pace: savedWhenAsked,
    readWithinMs: 60_000,
  });
  await library.start();
  const [before] = await themesOnDisk(folders);
  if (!before) throw new Error('it has a theme');
  await putTheme(folders, 'a.json', { ...before, ...linkTo('t2') });
  const slow = held('readFrom', (path) => path === join(folders.themes, 'a.json'));
  const unlinking = library.unlink(id, key, 't1').catch((error: unknown) => error);
  await slow.isReached;
  const asking = library.saveEdits();
  slow.letGo();
  expect(await unlinking).toMatchObject({ problem: { code: 'linkChanged' } });
  expect(await asking).toEqual([]);
});
