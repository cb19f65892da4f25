import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { libraryWithFile } from '../testing/file-away';
import { libraryBesideCopy } from '../testing/switching-library';

/** What waits for a theme whose file is away, while a person goes on: newer changes, and other libraries. */
describe('what waits while a person goes on', () => {
  const field = 'chat.buttons.backgroundColor';
  const edit = (value: string) => [{ field, value }] as never;
  const [green, blue] = ['#00FF00', '#0000FF'];

  async function world() {
    const made = await libraryWithFile({ mayUse: () => true });
    const { library, folders, here } = made;
    const second = join(folders.root, 'second');
    await mkdir(second);
    await copyFile(here, join(second, 'a.json'));
    await made.goAway();
    const use = async (folder: string) => library.handlers.useFolder({ folder, move: false });
    return { ...made, second, use };
  }

  it('a newer edit is not written over by an older one that waited behind a name', async () => {
    const { library, id, here, away } = await world();
    await library.handlers.renameLater({ id, name: 'Night' });
    await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
    const newer = new Promise<void>((done) => {
      library.onChange(({ upserted }) => {
        // The window hears that it is back; the person goes on at once.
        if (upserted.some((each) => each.id === id && each.name === 'Harbour')) {
          void Promise.resolve(library.handlers.edit({ id, edits: edit(blue) })).then(() => done());
        }
      });
    });
    await rename(away, here);
    await library.rescan();
    await newer;
    expect(await library.saveEdits()).toEqual([]);
    expect(await readFile(here, 'utf8')).toContain(blue);
  });

  it('what waits is made when its library is chosen again, before newer edits', async () => {
    const { library, folders, id, here, away, second, use } = await world();
    await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
    await use(second);
    await rename(away, here);
    await use(folders.themes);
    await library.rescan();
    await vi.waitFor(async () =>
      expect(JSON.stringify(await library.handlers.open({ id }))).toContain(green),
    );
    await library.handlers.edit({ id, edits: edit(blue) });
    expect(await library.saveEdits()).toEqual([]);
    const text = await readFile(here, 'utf8');
    expect(text).toContain(blue);
    expect(text).not.toContain(green);
  });

  it('a name that waits in one library is not dropped by a rename in another', async () => {
    const { library, folders, id, here, away, second, use } = await world();
    await library.handlers.renameLater({ id, name: 'Night' });
    await use(second);
    await library.handlers.rename({ id, name: 'Copy' });
    await rename(away, here);
    await use(folders.themes);
    await library.rescan();
    const unsaved = await library.saveEdits();
    expect([unsaved, await readFile(here, 'utf8')]).toEqual([[], expect.stringContaining('Night')]);
  });

  it('what was typed in a library that moved is not given to another that is in its old folder', async () => {
    const { library, folders, id, here, away, use } = await world();
    await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
    const third = join(folders.root, 'third');
    await mkdir(third);
    await library.handlers.useFolder({ folder: third, move: true });
    // A backup, with the same ids, in the folder where the library was.
    await mkdir(folders.themes, { recursive: true });
    await copyFile(away, here);
    const before = await readFile(here, 'utf8');
    await use(folders.themes);
    await library.rescan();
    await library.saveEdits();
    expect(await readFile(here, 'utf8')).toBe(before);
  });

  it('what was typed in such another library is not given to the one that moved', async () => {
    const { library, folders, id, here, away, use } = await world();
    const third = join(folders.root, 'third');
    await mkdir(third);
    await library.handlers.useFolder({ folder: third, move: true });
    await copyFile(away, join(third, 'a.json'));
    const before = await readFile(join(third, 'a.json'), 'utf8');
    await mkdir(folders.themes, { recursive: true });
    await use(folders.themes);
    await library.rescan();
    // Its file is away.
    await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
    await use(third);
    await library.rescan();
    await library.saveEdits();
    expect(here).not.toBe(third);
    expect(await readFile(join(third, 'a.json'), 'utf8')).toBe(before);
  });
});

/**
 * A name, or a colour, waits for a theme whose file is away, and the person chooses another library that has a
 * theme of the same id: a copy of the folder, for example. It is not that one's. In a library that was moved it is.
 */
describe('what waits as another library is chosen', () => {
  const later = { name: 'Harbour at night', edit: '#0000FF' };

  /** Something waits for a theme whose file is away, and Foyer goes on with another folder. */
  async function waiting(move: boolean) {
    const { library, folders, id, here, goAway } = await libraryWithFile({ mayUse: () => true });
    const text = await readFile(here, 'utf8');
    const second = join(folders.root, 'second');
    await mkdir(second);
    await goAway();
    await library.handlers.renameLater({ id, name: later.name });
    await library.handlers.editLater({
      ...{ id, name: 'Harbour' },
      edits: [{ field: 'chat.buttons.backgroundColor', value: later.edit }],
    });
    if (!move) await writeFile(join(second, 'a.json'), text);
    await library.handlers.useFolder({ folder: second, move });
    if (move) await writeFile(join(second, 'a.json'), text);
    await library.rescan();
    const unsaved = await library.saveEdits();
    return { text, unsaved, now: await readFile(join(second, 'a.json'), 'utf8') };
  }

  it('the control: where the library was moved, the theme gets it there', async () => {
    const { unsaved, now } = await waiting(true);
    expect(unsaved).toEqual([]);
    expect(now).toContain(later.name);
    expect(now).toContain(later.edit);
  });

  it('what waits for a theme of one library is given to none of another', async () => {
    const { text, unsaved, now } = await waiting(false);
    expect(now).toBe(text);
    expect(unsaved).toMatchObject([{ problem: { code: 'notFound', what: 'theme' } }]);
  });
});

/**
 * What waits for a theme whose file is away is tried while Foyer is going on with another library, which has a theme
 * of the same id (a copy of the folder): it is not that one's.
 */
describe('what waits while another library is being chosen', () => {
  const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;

  it.each([true, false])(
    'is given to none of another (given before the switch: %s)',
    async (isBefore) => {
      const { library, id, there, before, goAway, beginSwitch } = await libraryBesideCopy();
      await goAway();
      const give = async () => library.handlers.editLater({ id, name: 'Harbour', edits });
      if (isBefore) await give();
      const endSwitch = await beginSwitch();
      const given = isBefore ? library.saveEdits() : give();
      await Promise.all([endSwitch(), given]);
      const unsaved = await library.saveEdits();
      expect(await readFile(there, 'utf8')).toBe(before);
      expect(unsaved).toMatchObject([{ problem: { code: 'notFound' } }]);
    },
  );
});
