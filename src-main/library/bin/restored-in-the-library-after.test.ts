/**
 * Foyer is going on with another library, and the disk takes its time. A person restores a theme from the bin, wherever
 * it was deleted: it comes back into the library that the window shows, or stays in the bin.
 */
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { libraryBesideCopy } from '../testing/switching-library';

it('no theme comes into the other library', async () => {
  const { library, id, there, beginSwitch } = await libraryBesideCopy();
  const { entries } = await library.handlers.remove({ ids: [id] });
  const endSwitch = await beginSwitch();
  const restored = library.handlers.restore({ entries, ofAnyLibrary: true });
  const refused = expect(restored).rejects.toMatchObject({ problem: { code: 'libraryReplaced' } });
  await Promise.all([endSwitch(), refused]);
  const files = (await readdir(dirname(there))).filter((name) => name.endsWith('.json'));
  expect(files).toEqual(['a.json']);
  const { themes } = await library.handlers.bin(undefined);
  expect(themes.map(({ entry }) => entry)).toEqual(entries);
});
