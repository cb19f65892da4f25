/**
 * The library lies in its usual place, “Foyer themes” in the folder for documents, which the system moves with all files
 * (OneDrive's backup of folders, “Location” of the folder in Windows, another disk). Where a program has the former folder
 * open (Foyer itself, an Explorer window), an empty one of that name is left. "If the system gives your documents folder
 * another name or place, Foyer still opens the library where it is."
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeAfterTest } from '../testing/temporary-folder';
import { createLibraryPlace } from './library-place';

/** Where the library is at the start after the one at which it lay in the first folder for documents. */
async function placeAfterMove(isEmptyLeft: boolean) {
  const root = await mkdtemp(join(tmpdir(), 'foyer-documents-left-'));
  removeAfterTest(root);
  const [before, after] = [join(root, 'Documents'), join(root, 'OneDrive', 'Documents')];
  let documents = before;
  let usual: string | undefined;
  const started = () =>
    createLibraryPlace({
      given: undefined,
      kept: {
        ...{ libraryFolder: () => undefined, moves: () => [], keepFolder: () => undefined },
        usualFolder: () => usual,
        keepUsualFolder: (folder) => (usual = folder),
      },
      documents: () => documents,
      warn: () => undefined,
    });
  const first = started();
  const library = first.folder();
  await mkdir(library, { recursive: true });
  await writeFile(join(library, 'harbour.json'), '{}');
  first.isThere(library);

  await mkdir(join(after, 'Foyer themes'), { recursive: true });
  for (const name of await readdir(library))
    await rename(join(library, name), join(after, 'Foyer themes', name));
  if (!isEmptyLeft) await rm(before, { recursive: true });
  documents = after;
  const folder = started().folder();
  return { isThere: existsSync(join(folder, 'harbour.json')) };
}

it.each([
  ['control: the former folder is gone', false],
  ['an empty one is left of it', true],
])('the library is found where it is: %s', async (_name, isEmptyLeft) => {
  expect(await placeAfterMove(isEmptyLeft)).toEqual({ isThere: true });
});
