/**
 * The library is on a stick, which is pulled out while a theme is edited in the studio. The library's screen says that the
 * folder isn't there, and to connect its disk. The studio's status bar, and the question at quitting, are about the same.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { problemText } from '@shared/problem-text';
import { expect, it } from 'vitest';
import { libraryOfOne, themeState } from '../testing/fixture-library';

async function editedWhileAway() {
  const { library, folders, id } = await libraryOfOne();
  const { handlers } = library;
  await handlers.open({ id });
  await rename(folders.themes, join(folders.root, 'unplugged'));
  const refused = themeState(library, id, ({ save }) => save.kind === 'failed');
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  const { save } = await refused;
  if (save.kind !== 'failed') throw new Error('It is saved where there is no disk.');
  await library.rescan();
  const { folderProblem } = await handlers.list(undefined);
  if (!folderProblem) throw new Error('Nobody says that the folder is away.');
  const [unsaved] = await library.saveEdits();
  if (!unsaved) throw new Error('What is not saved is not named.');
  return { folders, folderProblem, save, unsaved };
}

it('the control: the library says that its folder isn’t there, and what to do', async () => {
  const { folders, folderProblem } = await editedWhileAway();
  expect(problemText(folderProblem)).toMatchObject({
    what: `The library folder ${folders.themes} isn’t there.`,
    todo: expect.stringContaining('Connect the disk') as string,
  });
});

it('the studio says so of the edit, and not that the folder couldn’t be saved (missing: …)', async () => {
  const { save } = await editedWhileAway();
  const { what } = problemText(save.problem);
  expect(what).not.toContain('missing:');
  expect(what).toContain('isn’t there');
});

it('the question at quitting says to connect the disk, and nothing of a virus scanner', async () => {
  const { unsaved } = await editedWhileAway();
  expect(problemText(unsaved.problem).todo).toContain('Connect the disk');
});
