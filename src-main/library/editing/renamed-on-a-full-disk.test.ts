/**
 * The disk is full when a theme gets another name. The name is held and saved as soon as there is room, as
 * every edit is, and that is what the refusal says. Of what is not held it doesn't say so.
 */
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, themesOnDisk, themeState } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const later = 'Your changes are kept, and Foyer saves them as soon as it can.';

/** A theme on a disk that is full until it heals. */
async function onAFullDisk() {
  const made = await libraryOfOne({ name: 'Harbour', tags: [] });
  await made.library.start();
  return {
    ...made,
    ...failing('ENOSPC', 'writeTo', (path) => path.startsWith(made.folders.themes)),
  };
}

/** What is said of the change that the disk refused. */
async function saidOf(change: unknown): Promise<string> {
  try {
    await change;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'storageFull') {
      return problemText(error.problem).kept;
    }
    throw error;
  }
  throw new Error('The disk took it.');
}

it('a name is said to be saved as soon as that can be, and is', async () => {
  const { library, folders, id, heal } = await onAFullDisk();
  expect(await saidOf(library.handlers.rename({ id, name: 'Quay' }))).toBe(later);
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  heal();
  await saved;
  expect(await themesOnDisk(folders)).toMatchObject([{ name: 'Quay' }]);
});

it('so are the tags of a theme that is open', async () => {
  const { library, folders, id, heal } = await onAFullDisk();
  await library.handlers.open({ id });
  const themes = [{ id, tags: ['client'] }];
  expect(await saidOf(library.handlers.setTagsOfMany({ themes }))).toBe(later);
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  heal();
  await saved;
  expect(await themesOnDisk(folders)).toMatchObject([{ tags: ['client'] }]);
});

it('the control: those of one that isn’t open are refused for good, and not said to be saved', async () => {
  const { library, folders, id, heal } = await onAFullDisk();
  const themes = [{ id, tags: ['client'] }];
  expect(await saidOf(library.handlers.setTagsOfMany({ themes }))).not.toBe(later);
  heal();
  await library.flush();
  expect(await themesOnDisk(folders)).toMatchObject([{ tags: [] }]);
});
