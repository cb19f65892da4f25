import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Library } from '../library';
import { libraryBesideCopy } from '../testing/switching-library';

/**
 * Foyer is going on with another library, which has a theme of the same id (a copy of the folder), and the disk takes
 * its time. A person goes on with the theme that the window shows, which is that of the library before: what they do
 * with it is done there, or refused, and to no theme of the other one.
 */
describe('what is done with a theme while the library changes', () => {
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
    const { library, id, there, before, beginSwitch } = await libraryBesideCopy();
    const endSwitch = await beginSwitch();
    const acted = expect(act(library, id)).rejects.toMatchObject(replaced);
    await Promise.all([endSwitch(), acted]);
    await library.flush();
    expect(await readFile(there, 'utf8').catch(() => 'gone')).toBe(before);
  });
});

/**
 * A backup is put back, in the place of what is there, and the disk takes its time; Foyer goes on with another library
 * meanwhile, which has a theme of the same id (a copy of the folder). What is put back is put back in the library for
 * which that was asked, or refused: the theme of the other one stays as it is.
 */
describe('what is put back from a backup while the library changes', () => {
  it('is refused', async () => {
    const { library, document, there, before, beginSwitch } = await libraryBesideCopy();
    const endSwitch = await beginSwitch();
    const putBack = library.putBack({ ...document, name: 'As it was' }, 'replace');
    const refused = expect(putBack).rejects.toMatchObject({ problem: { code: 'libraryReplaced' } });
    await Promise.all([endSwitch(), refused]);
    await library.flush();
    expect(await readFile(there, 'utf8')).toBe(before);
  });
});
