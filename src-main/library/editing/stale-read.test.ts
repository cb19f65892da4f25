import { describe, expect, it } from 'vitest';
import type { DocumentFolder, FolderListener } from '../../storage/storage';
import {
  openThemes,
  putTheme,
  themeDocument,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

/** The folder, which hands what it tells to the test, to be told when the test wants it. */
function heldBack(folder: DocumentFolder): DocumentFolder & { readonly told: (() => void)[] } {
  const told: (() => void)[] = [];
  return {
    told,
    path: folder.path,
    place: () => folder.place(),
    list: () => folder.list(),
    read: (name) => folder.read(name),
    isCurrent: (read) => folder.isCurrent(read),
    modifiedMs: (name) => folder.modifiedMs(name),
    tellAgain: folder.tellAgain.bind(folder),
    readMany: (names) => folder.readMany(names),
    write: (name, text, expected) => folder.write(name, text, expected),
    remove: (name, expected) => folder.remove(name, expected),
    writeAtOnce: (name, text, expected) => folder.writeAtOnce(name, text, expected),
    accept: () => folder.accept(),
    watch: (listener: FolderListener) =>
      folder.watch({
        ...listener,
        changed: (changes) => {
          told.push(() => {
            listener.changed(changes);
          });
        },
      }),
  };
}

describe('a read that comes late', () => {
  it('does not bring memory back to an older version while the disk has the newer one', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const folder = heldBack(openThemes(folders));
    const { library } = testLibrary(folders, { folder });
    const { handlers } = library;
    await library.start();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await library.rescan();
    // Read, and waiting behind thousands of others, while a person goes on.
    expect(folder.told).toHaveLength(1);
    expect((await handlers.open({ id: document.id })).name).toBe('Theirs');
    await handlers.rename({ id: document.id, name: 'Mine' });
    for (const tell of folder.told) tell();
    await library.rescan();
    expect((await handlers.open({ id: document.id })).name).toBe('Mine');
    expect((await handlers.list(undefined)).themes[0]?.name).toBe('Mine');
  });
});
