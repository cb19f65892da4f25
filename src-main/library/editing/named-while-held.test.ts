/**
 * A name waits for its theme's file with main. The file comes back, and a scanner looks at it just then, so
 * that it can't be read for a moment once more. When it can be, the theme gets the name, and nobody is asked
 * at the end.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, listChange, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const night = 'Harbour at night';

/** A name waits for a theme whose file is back; it can be read once `heal` is called, where it is held. */
async function named(isHeld: boolean, pace = savedWhenAsked) {
  const made = await libraryOfOne({ name: 'Harbour' }, { pace });
  const { library, folders, id } = made;
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
  return { ...made, heal: () => heal() };
}

it.each<[string, boolean]>([
  ['the control: nobody looks at it', false],
  ['a scanner has it for a moment', true],
])('is given at the end: %s', async (_name, isHeld) => {
  const { library, folders, id, heal } = await named(isHeld);
  // What can be given is.
  expect(await library.saveEdits()).toHaveLength(isHeld ? 1 : 0);
  heal();
  expect(await library.saveEdits()).toEqual([]);
  expect(await themesOnDisk(folders)).toMatchObject([{ id, name: night }]);
});

it('is given by itself', async () => {
  const pace = { ...savedWhenAsked, retryMs: 20, longestRetryMs: 20 };
  const { library, id, heal } = await named(true, pace);
  const isNamed = listChange(library, ({ upserted }) =>
    upserted.some((each) => each.id === id && each.name === night),
  );
  expect(await library.saveEdits()).toHaveLength(1);
  heal();
  await isNamed;
});
