import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it('versions that can’t be read for a moment are back when the disk is well', async () => {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  await putTheme(folders, 'a.json', document);
  const { id } = document;
  const first = testLibrary(folders).library;
  await first.handlers.keepVersion({ id, name: 'Kept' });
  await endLibrary(first);
  const { handlers } = testLibrary(folders).library;
  const { heal } = failing('EMFILE', 'open', (path) => path.endsWith('.jsonl'));
  expect(await handlers.versions({ id })).toMatchObject({ versions: [], unreadable: 1 });
  heal();
  expect(await handlers.versions({ id })).toMatchObject({
    versions: [{ name: 'Kept' }],
    unreadable: 0,
  });
});
