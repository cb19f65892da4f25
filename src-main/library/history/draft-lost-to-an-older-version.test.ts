/**
 * A theme comes from a computer whose clock is ahead. The disk refuses at first what it was before an
 * edit, and has the edit noted; Foyer is killed, and another computer's file takes the theme's place
 * (`edits-before-a-kill.test.ts`).
 */
import { expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  putTheme,
  testLibrary,
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

const hourMs = 60 * 60 * 1_000;

it.each([
  ['the control: their clock is behind', -hourMs],
  ['their clock is ahead', hourMs],
])('the edits can be had back: %s', async (_name, ahead) => {
  const updatedAt = new Date(Date.now() + ahead).toISOString();
  const made = await libraryOfOne({ updatedAt }, { versionRetryMs: 500 });
  const { library, folders, document, id } = made;
  await library.handlers.open({ id });
  const disk = failing('EIO', 'link', (path) => path.endsWith('000000000001.jsonl'));
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await saved;
  // What is kept of a theme is kept in turn: when this is answered, the edit is noted.
  expect(await fonts(library, id)).toEqual([]);
  disk.heal();
  await vi.waitFor(async () => expect(await fonts(library, id)).toHaveLength(1), 5_000);
  library.close();
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  expect(await fonts(testLibrary(folders).library, id)).toContain('Ours');
});

it('the edits can be had back while an earlier version can’t be read', async () => {
  const { library: before, folders, document, id } = await libraryOfOne();
  await before.handlers.keepVersion({ id, name: 'Earlier' });
  await endLibrary(before);
  const unread = failing('EIO', 'readFrom', (path) => path.endsWith('000000000001.jsonl'));
  const disk = failing('EIO', 'link', (path) => path.endsWith('000000000002.jsonl'));
  const { library } = testLibrary(folders, { versionRetryMs: 500 });
  await library.handlers.open({ id });
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await saved;
  expect(await fonts(library, id)).toEqual([]);
  disk.heal();
  await vi.waitFor(async () => expect(await fonts(library, id)).toHaveLength(1), 5_000);
  library.close();
  unread.heal();
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  expect(await fonts(testLibrary(folders).library, id)).toContain('Ours');
});
