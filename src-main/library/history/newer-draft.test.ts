/** A newer Foyer was killed with edits that are no version yet; this one edits the same theme. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentHash } from '../../storage/storage';
import { libraryOfOne, endLibrary } from '../testing/fixture-library';

it('leaves them to the newer one', async () => {
  const { library, folders, id } = await libraryOfOne();
  const folder = join(folders.profile, 'history', contentHash(id).slice(0, 32));
  await mkdir(folder, { recursive: true });
  const theirs = '{"format":999,"at":"x"}\n{"edits":"of a newer Foyer"}\n';
  await writeFile(join(folder, 'edited.jsonl'), theirs);
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await library.saved(id);
  await endLibrary(library);
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(texts).toContain(theirs);
});
