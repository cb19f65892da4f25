/** The one theme's file goes away from a library, and comes back, as a sync program has it. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { failing } from './fake-disk';
import { libraryOfOne, listChange } from './fixture-library';

/** A library of `libraryOfOne`, started, and its theme's file: where it lies, and where it is while it is away. */
export async function libraryWithFile(options: Parameters<typeof libraryOfOne>[1] = {}) {
  const made = await libraryOfOne({ name: 'Harbour' }, options);
  const { library, folders, id } = made;
  await library.start();
  const [here, away] = [join(folders.themes, 'a.json'), join(folders.root, 'away')];
  const goAway = async (): Promise<void> => {
    const isGone = listChange(library, ({ removed }) => removed.includes(id));
    await rename(here, away);
    await Promise.all([isGone, library.rescan()]);
  };
  /** `seen` is called as the library tells of it. */
  const comeBack = async (seen: () => void = () => undefined): Promise<void> => {
    const isThere = listChange(library, ({ upserted }) => {
      const isBack = upserted.some((each) => each.id === id);
      if (isBack) seen();
      return isBack;
    });
    await rename(away, here);
    await Promise.all([isThere, library.rescan()]);
  };
  /**
   * It comes back, and a virus scanner holds it from when the library tells of it until `heal` is called. With the
   * fake disk alone.
   */
  const comeBackHeld = async (): Promise<{ heal: () => void }> => {
    let heal = (): void => undefined;
    await comeBack(() => ({ heal } = failing('EBUSY', 'readFrom', (path) => path === here)));
    return { heal };
  };
  return { ...made, here, away, goAway, comeBack, comeBackHeld };
}
