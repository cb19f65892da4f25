/**
 * A theme is open in the studio, and its file was renamed and edited on another computer: the new file came first. As the
 * old one goes, what came later becomes the theme, which takes a while on a slow disk. What a person types in that while
 * is kept: in the theme where the copy is the same, and beside it, to be decided, where that was edited.
 */
import { rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the same, as a control', false],
  ['a later state of it', true],
])('what is typed while the copy becomes the theme stays: %s', async (_what, isLater) => {
  const { folders, library, document, id } = await libraryOfOne();
  await library.start();
  await library.handlers.open({ id });
  const came = isLater
    ? {
        ...document,
        updatedAt: '2026-01-03T00:00:00.000Z',
        theme: { ...document.theme, general: { ...document.theme.general, font: 'Theirs' } },
      }
    : document;
  const part = join(folders.root, 'b.part');
  await writeFile(part, `${JSON.stringify(came, null, 2)}\n`);
  await rename(part, join(folders.themes, 'b.json'));
  await library.rescan();
  const writing = held('writeTo', (path) => path.startsWith(folders.themes));
  await unlink(join(folders.themes, 'a.json'));
  const looked = library.rescan();
  await writing.isReached;
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Typed' }] });
  writing.letGo();
  await looked;
  await library.flush();
  const onDisk = await themesOnDisk(folders);
  const typed = onDisk.find((each) => each.theme.general.font === 'Typed');
  if (!isLater) return expect(onDisk).toEqual([typed]);
  expect(typed?.conflictOf).toEqual({ id, name: document.name });
  expect(onDisk.find((each) => each.id === id)?.theme.general.font).toBe('Theirs');
  return undefined;
});
