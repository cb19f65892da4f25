/**
 * Foyer is going on with another library, which has a theme of the same id (a copy of the folder), and the disk takes
 * its time. A person goes on with the theme that the window shows, which is that of the library before: what they do
 * with it is done there, or refused, and to no theme of the other one.
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Library } from '../library';
import { libraryOfOne } from '../testing/fixture-library';

const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;

const replaced = { problem: { code: 'libraryReplaced' } };

type Act = (library: Library, id: string) => unknown;
const acts: readonly (readonly [string, Act])[] = [
  ['edit', (library, id) => library.handlers.edit({ id, edits })],
  ['rename', (library, id) => library.handlers.rename({ id, name: 'Night' })],
  [
    'setTagsOfMany',
    (library, id) => library.handlers.setTagsOfMany({ themes: [{ id, tags: ['red'] }] }),
  ],
  ['remove', (library, id) => library.handlers.remove({ ids: [id] })],
];

it.each(acts)('%s', async (_name, act) => {
  let goOn: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const isSwitching = new Promise<void>((done) => (reached = done));
  const gate = new Promise<void>((done) => (goOn = done));
  const { library, folders, id } = await libraryOfOne(
    { name: 'Harbour' },
    {
      mayUse: () => true,
      movedTo: async () => {
        reached();
        await gate;
      },
    },
  );
  await library.start();
  const second = join(folders.root, 'second');
  await mkdir(second);
  const there = join(second, 'a.json');
  await copyFile(join(folders.themes, 'a.json'), there);
  const before = await readFile(there, 'utf8');
  const used = library.handlers.useFolder({ folder: second, move: false });
  await isSwitching;
  const acted = expect(act(library, id)).rejects.toMatchObject(replaced);
  goOn();
  await Promise.all([used, acted]);
  await library.flush();
  expect(await readFile(there, 'utf8').catch(() => 'gone')).toBe(before);
});
