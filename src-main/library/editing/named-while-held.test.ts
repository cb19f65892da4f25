/**
 * A name waits for its theme's file with main. The file comes back, and a scanner looks at it just then, so
 * that it can't be read for a moment once more. When it can be, the theme gets the name, and nobody is asked
 * at the end.
 */
import { expect, it, vi } from 'vitest';
import { libraryWithFile } from '../testing/file-away';
import { listChange, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const night = 'Harbour at night';

/** A name waits for a theme whose file is back; it can be read once `heal` is called, where it is held. */
async function named(isHeld: boolean, pace = savedWhenAsked) {
  const made = await libraryWithFile({ pace });
  const { library, id } = made;
  await made.goAway();
  await library.handlers.renameLater({ id, name: night });
  if (isHeld) return { ...made, ...(await made.comeBackHeld()) };
  await made.comeBack();
  return { ...made, heal: () => undefined };
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
