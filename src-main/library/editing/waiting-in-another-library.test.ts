/**
 * A name, or a colour, waits for a theme whose file is away, and the person chooses another library that has a
 * theme of the same id: a copy of the folder, for example. It is not that one's. In a library that was moved it is.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryWithFile } from '../testing/file-away';

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
