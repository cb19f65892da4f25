/**
 * A theme that is being edited was changed on another computer, too, and a person keeps that version of it.
 * Before what it was is a version the disk fails and Foyer is killed, and then another computer's file takes
 * its place (`edits-before-a-kill.test.ts`).
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { contentHash } from '../../storage/storage';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  libraryOfOne,
  problem,
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

it.each([
  ['the control: the other version has no history', false],
  ['the other version has a version with a name', true],
])('the edits can be had back: %s', async (_name, isNamed) => {
  const { library, folders, document, id } = await libraryOfOne();
  const { handlers } = library;
  const copy = themeDocument({ tags: ['phone'], conflictOf: { id, name: document.name } });
  await putTheme(folders, 'a (conflicted copy).json', copy);
  await library.start();
  if (isNamed) await handlers.keepVersion({ id: copy.id, name: 'Approved' });
  await handlers.open({ id });
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await saved;
  // What is kept of a theme is kept in turn: when this is answered, the edit is noted.
  expect(await fonts(library, id)).toEqual([document.theme.general.font]);
  const present = join(contentHash(id).slice(0, 32), `00000000000${isNamed ? '3' : '2'}.jsonl`);
  const disk = failing('EIO', 'link', (path) => path.endsWith(present));
  await expect(handlers.resolveConflict({ id: copy.id, keep: 'this' })).rejects.toMatchObject(
    problem('storageFailed'),
  );
  library.close();
  disk.heal();
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  expect(await fonts(testLibrary(folders).library, id)).toContain('Ours');
});
