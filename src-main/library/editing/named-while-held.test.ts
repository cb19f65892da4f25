/**
 * A name waits for its theme's file with main. The file comes back, and a scanner looks at it just then, so that it can't be
 * read for a moment once more. When it can be, the theme is there, and has the name: nobody is asked at the end.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, listChange, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const night = 'Harbour at night';

it.each<[string, boolean]>([
  ['the control: nobody looks at it', false],
  ['a scanner has it for a moment', true],
])('%s', async (_name, isHeld) => {
  const { library, folders, id } = await libraryOfOne({ name: 'Harbour' });
  await library.start();
  const [here, away] = [join(folders.themes, 'a.json'), join(folders.root, 'away')];
  const isGone = listChange(library, ({ removed }) => removed.includes(id));
  await rename(here, away);
  await Promise.all([isGone, library.rescan()]);
  await library.handlers.renameLater({ id, name: night });
  let heal = (): void => undefined;
  const isThere = listChange(library, ({ upserted }) => {
    const isBack = upserted.some((each) => each.id === id);
    if (isBack && isHeld) ({ heal } = failing('EBUSY', 'readFrom', (path) => path === here));
    return isBack;
  });
  await rename(away, here);
  await Promise.all([isThere, library.rescan()]);
  // What could be given by then is.
  await library.saveEdits();
  heal();
  await library.rescan();
  await vi.waitFor(async () => expect(await library.saveEdits()).toEqual([]), { timeout: 3_000 });
  expect(await themesOnDisk(folders)).toMatchObject([{ id, name: night }]);
});
