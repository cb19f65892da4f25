/**
 * A backup is put back, in the place of what is there, and the disk takes its time; Foyer goes on with another library
 * meanwhile, which has a theme of the same id (a copy of the folder). What is put back is put back in the library for
 * which that was asked, or refused: the theme of the other one stays as it is.
 */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { libraryBesideCopy } from '../testing/switching-library';

it('is refused', async () => {
  const { library, document, there, before, beginSwitch } = await libraryBesideCopy();
  const endSwitch = await beginSwitch();
  const putBack = library.putBack({ ...document, name: 'As it was' }, 'replace');
  const refused = expect(putBack).rejects.toMatchObject({ problem: { code: 'libraryReplaced' } });
  await Promise.all([endSwitch(), refused]);
  await library.flush();
  expect(await readFile(there, 'utf8')).toBe(before);
});
