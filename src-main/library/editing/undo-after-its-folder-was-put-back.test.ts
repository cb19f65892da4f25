/**
 * A person edits a theme and looks into another library. Meanwhile the first one's folder is put back from a backup (or
 * a sync program makes it anew), by which it is another folder on the disk. They choose it again: it is the library that
 * it was, as it is for what waits. Undo in the studio is unlimited while the app runs.
 */
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

it.each([
  ['the control: it stays', 'never'],
  ['while it is open', 'open'],
  ['while another one is open', 'left'],
])('the steps of undo go on once its folder was made anew: %s', async (_name, when) => {
  const { folders, library, id } = await libraryOfOne(
    {},
    { mayUse: () => true, movedTo: async () => undefined },
  );
  const { root, themes } = folders;
  const putBack = async () => {
    await cp(themes, join(root, 'backup'), { recursive: true });
    await rm(themes, { recursive: true });
    await rename(join(root, 'backup'), themes);
  };
  await library.handlers.open({ id });
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await library.saveEdits();
  if (when === 'open') {
    await putBack();
    await library.rescan();
  }
  await mkdir(join(root, 'other'));
  await library.handlers.useFolder({ folder: join(root, 'other'), move: false });
  await library.handlers.list(undefined);
  if (when === 'left') await putBack();
  await library.handlers.useFolder({ folder: themes, move: false });
  expect(await library.handlers.open({ id })).toMatchObject({ canUndo: true });
});
