/**
 * What waits for a theme whose file is away is tried while Foyer is going on with another library, which has a theme
 * of the same id (a copy of the folder): it is not that one's.
 */
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { libraryOfOne, listChange } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;

it.each([true, false])(
  'is given to none of another (given before the switch: %s)',
  async (isBefore) => {
    let goOn: () => void = () => undefined;
    let reached: () => void = () => undefined;
    const isSwitching = new Promise<void>((done) => (reached = done));
    const gate = new Promise<void>((done) => (goOn = done));
    const { library, folders, id } = await libraryOfOne(
      { name: 'Harbour' },
      {
        mayUse: () => true,
        // The choice is being kept: a disk may take its time.
        movedTo: async () => {
          reached();
          await gate;
        },
      },
    );
    await library.start();
    const here = join(folders.themes, 'a.json');
    const second = join(folders.root, 'second');
    await mkdir(second);
    await copyFile(here, join(second, 'a.json'));
    const before = await readFile(join(second, 'a.json'), 'utf8');
    const isGone = listChange(library, ({ removed }) => removed.includes(id));
    await rename(here, join(folders.root, 'away'));
    await Promise.all([isGone, library.rescan()]);
    const give = () => library.handlers.editLater({ id, name: 'Harbour', edits });
    if (isBefore) await give();
    const used = library.handlers.useFolder({ folder: second, move: false });
    await isSwitching;
    const given = isBefore ? library.saveEdits() : Promise.resolve(give());
    goOn();
    await used;
    await given;
    const unsaved = await library.saveEdits();
    expect(await readFile(join(second, 'a.json'), 'utf8')).toBe(before);
    expect(unsaved).toMatchObject([{ problem: { code: 'notFound' } }]);
  },
);
