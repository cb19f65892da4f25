/**
 * The library's disk is slow to answer (it spins up, a share wakes), and the window waits. Meanwhile a person chooses
 * another folder. What happens in the one that they left is not told to the windows any more, which show the other one;
 * and nothing of it is watched once the library is closed.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { LibraryChange } from '@shared/library';
import { newId, openDocumentFolder, type DocumentFolder } from '../../storage/storage';
import { largestThemeFile } from '../library';
import {
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  putTheme,
} from '../testing/fixture-library';

it.each([
  ['the control: its disk answers first', false],
  ['its disk answers after that', true],
])('a folder that was left is not watched: %s', async (_name, isLate) => {
  const folders = await temporaryLibraryFolders();
  const other = join(folders.root, 'other');
  await mkdir(other);
  await putTheme(folders, 'a.json', themeDocument({ id: newId(), name: 'Of the first' }));
  const own = openDocumentFolder(folders.themes, { maxBytes: largestThemeFile });
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let watching = 0;
  const slow = Object.assign(Object.create(own) as DocumentFolder, {
    ...{ path: own.path, place: () => own.place(), list: () => own.list() },
    isCurrent: own.isCurrent.bind(own),
    modifiedMs: own.modifiedMs.bind(own),
    tellAgain: own.tellAgain.bind(own),
    remove: own.remove.bind(own),
    read: own.read.bind(own),
    readMany: own.readMany.bind(own),
    write: own.write.bind(own),
    async watch(...given: Parameters<DocumentFolder['watch']>) {
      await answered;
      const { watch, entries } = await own.watch(...given);
      watching += 1;
      const close = (): void => {
        watching -= 1;
        watch.close();
      };
      return { watch: { rescan: () => watch.rescan(), close }, entries };
    },
  });
  const { library } = testLibrary(folders, {
    folder: slow,
    mayUse: () => true,
    movedTo: async () => undefined,
  });
  const told: LibraryChange[] = [];
  const listed = Promise.resolve(library.handlers.list(undefined)).catch(() => undefined);
  if (!isLate) {
    answer();
    await listed;
  }
  const assertSame = library.assertSame();
  const using = library.handlers.useFolder({ folder: other, move: false });
  await vi.waitFor(() => expect(assertSame).toThrow());
  library.onChange((change) => told.push(change));
  answer();
  await using;
  await listed;
  const { themes } = await library.handlers.list(undefined);
  expect(themes).toEqual([]);
  const shown = told.flatMap(({ upserted }) => upserted.map(({ name }) => name));
  library.close();
  expect({ shown, watching }).toEqual({ shown: [], watching: 0 });
});
