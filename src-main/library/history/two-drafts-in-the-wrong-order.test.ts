/**
 * Foyer is killed twice with edits that are no version yet; in the second run the disk did not give those
 * of the first.
 */
import { expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, putTheme, testLibrary, themeState } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** The fonts of a theme's versions, newest first. */
async function fonts({ handlers }: Library, id: string): Promise<string[]> {
  const { versions } = await handlers.versions({ id });
  const all = versions.map(async ({ version }) => handlers.version({ id, version }));
  return (await Promise.all(all)).map(({ theme }) => theme.general.font);
}

/** Edited and saved, and ended without another word. */
async function editedAndKilled(library: Library, id: string, font: string): Promise<void> {
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
  await saved;
  // What is kept of a theme is kept in turn: when this is answered, all is.
  await library.handlers.versions({ id });
  library.close();
}

it.each([
  ['the control: the disk is well', false],
  ['the disk is not', true],
])('the later edits are the newer version: %s', async (_name, isIll) => {
  const { library, folders, document, id } = await libraryOfOne();
  await editedAndKilled(library, id, 'First');
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  const disk = isIll ? failing('EIO', 'open', (path) => path.endsWith('edited.jsonl')) : undefined;
  await editedAndKilled(testLibrary(folders).library, id, 'Second');
  disk?.heal();
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs once more' });
  const known = await fonts(testLibrary(folders).library, id);
  expect(known).toContain('First');
  expect(known.indexOf('Second')).toBeLessThan(known.indexOf('First'));
});
