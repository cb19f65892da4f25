/**
 * A theme was published, or unlinked. While Foyer is closed a sync program puts the file from before over it; at the start a
 * scanner holds the index for a moment, in which a person may name the theme. Once it can be read, the theme has the links
 * that it had at the last.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
const before = new Date('2026-03-01T13:00:00.000Z');

describe.each(['published', 'unlinked'] as const)('a theme that was %s', (what) => {
  it.each([
    ['while the index is read', false, false],
    ['while the index is held', true, false],
    ['while the index is held, and is named meanwhile', true, true],
  ])('is so after an older file was put over it, %s', async (_how, isHeld, isNamed) => {
    const { library, folders, document, id } = await libraryOfOne(
      what === 'unlinked' ? { publications } : {},
    );
    await library.start();
    if (what === 'unlinked') await library.unlink(id, key);
    else await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await endLibrary(library);
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
    const scanner = isHeld
      ? failing('EBUSY', 'readFrom', (path) => path.endsWith('library-index.jsonl'))
      : undefined;
    const { library: after } = testLibrary(folders);
    await after.start();
    if (isNamed) {
      await after.handlers.rename({ id, name: 'Lighthouse' });
      await after.flush();
    }
    scanner?.heal();
    await after.rescan();
    const { name, publications: links } = await after.saved(id);
    expect(name).toBe(isNamed ? 'Lighthouse' : document.name);
    expect(links[key]?.templateId).toBe(what === 'unlinked' ? undefined : 't');
    // It stays so, whatever the next start goes by.
    await endLibrary(after);
    const next = await testLibrary(folders).library.saved(id);
    expect(next.publications[key]?.templateId).toBe(what === 'unlinked' ? undefined : 't');
  });
});
