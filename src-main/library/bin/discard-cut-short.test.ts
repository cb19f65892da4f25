/** Several themes are deleted for good, and one of the bin's files is damaged. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalAction } from '@shared/activity';
import { expect, it } from 'vitest';
import { temporaryLibraryFolders, testLibrary } from '../testing/fixture-library';

it('tells the log of those that are gone, though one of them could not go', async () => {
  const folders = await temporaryLibraryFolders();
  const { library } = testLibrary(folders);
  const { handlers } = library;
  const { id: first } = await handlers.create({ name: 'First' });
  const { id: second } = await handlers.create({ name: 'Second' });
  const { entries } = await handlers.remove({ ids: [first, second] });
  const [gone, damaged = ''] = entries;
  const bin = join(folders.profile, 'bin');
  await writeFile(join(bin, `${damaged}.json`), 'no JSON');
  const names = (await handlers.bin(undefined)).themes.map(({ name }) => name);
  const actions: LocalAction[] = [];
  library.onDone((action) => actions.push(action));
  expect(await handlers.discard({ entries })).toMatchObject({
    entries: [gone],
    problem: { code: 'fileDamaged' },
  });
  expect(await readdir(bin)).toEqual([`${damaged}.json`]);
  const touched = names.map((name) => ({ name }));
  expect(actions).toMatchObject([{ kind: 'deletedForGood', touched }]);
});
