/**
 * The disk refused a version of one theme, and takes its time over it when that is tried again. Another
 * theme is edited meanwhile; Foyer is killed, and another computer's file takes that theme's place.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { contentHash } from '../../storage/storage';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import {
  libraryOfOne,
  putTheme,
  testLibrary,
  themeDocument,
  themeState,
} from '../testing/fixture-library';

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

/** Edited, saved and noted. */
async function edit(library: Library, id: string, font: string): Promise<void> {
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
  await saved;
  // What is kept of a theme is kept in turn: when this is answered, the edit is noted.
  await library.handlers.versions({ id });
}

/** A theme, and another one of which a version waits, over which the disk takes its time now. */
async function behindAnother() {
  const made = await libraryOfOne({}, { versionRetryMs: 60_000 });
  const { library, folders, document, id } = made;
  const other = themeDocument({ name: 'Other' });
  await putTheme(folders, 'b.json', other);
  await library.handlers.open({ id });
  await library.handlers.open({ id: other.id });
  const isOthers = (path: string) =>
    path.includes(join('history', contentHash(other.id).slice(0, 32)));
  const disk = failing('EIO', 'link', isOthers);
  await edit(library, other.id, 'Refused');
  disk.heal();
  const slow = held('writeTo', isOthers);
  const first = document.theme.general.font;
  /** The theme's versions in the run after the kill. */
  const afterKill = async (): Promise<string[]> => {
    library.close();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    return fonts(testLibrary(folders).library, id);
  };
  return { ...made, slow, first, afterKill };
}

it('the version before the edits does not wait for the other theme', async () => {
  const { library, id, first } = await behindAnother();
  await edit(library, id, 'Ours');
  expect(await fonts(library, id)).toEqual([first]);
});

it('the edits can be had back', async () => {
  const { library, id, slow, first, afterKill } = await behindAnother();
  await edit(library, id, 'Ours');
  slow.letGo();
  await vi.waitFor(async () => expect(await fonts(library, id)).toEqual([first]));
  expect(await afterKill()).toEqual(['Ours', first]);
});

it('the edits after a version that a person keeps can be had back', async () => {
  const { library, id, slow, first, afterKill } = await behindAnother();
  const keeping = library.handlers.keepVersion({ id, name: 'Kept' });
  await edit(library, id, 'Ours');
  slow.letGo();
  await keeping;
  await vi.waitFor(async () => expect(await fonts(library, id)).toContain(first));
  expect(await afterKill()).toContain('Ours');
});
