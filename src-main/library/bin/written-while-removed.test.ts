/** What others write between Foyer's look at a file and its removal, and slow reads beside a move. */
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { SavePace } from '../library';
import { held, whenTakenAway } from '../testing/fake-disk';
import {
  northwind,
  putTheme,
  themeDocument,
  themeFiles,
  themesOnDisk,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const never = { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 };

/** A library with one theme, and another folder for it. */
async function oneTheme(name = 'a.json', pace?: SavePace) {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument({
    publications: {
      [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
    },
  });
  await putTheme(folders, name, document);
  const other = join(folders.root, 'other');
  await mkdir(other);
  const { library } = testLibrary(folders, { mayUse: () => true, pace });
  await library.start();
  return { folders, library, document, id: document.id, other };
}

const namesIn = async (folder: string): Promise<string[]> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = files.map((file) => readFile(join(folder, file), 'utf8'));
  return (await Promise.all(texts)).map((text) => (JSON.parse(text) as { name: string }).name);
};

describe('a file that another program writes in the moment in which it is removed', () => {
  it('is left by a move to another folder', async () => {
    const { folders, library, document, other } = await oneTheme();
    whenTakenAway(join(folders.themes, 'a.json'), () =>
      putTheme(folders, 'a.json', { ...document, name: 'Newer' }),
    );
    await library.handlers.useFolder({ folder: other, move: true });
    expect([...(await namesIn(folders.themes)), ...(await namesIn(other))]).toContain('Newer');
    // Nothing is left of the way.
    expect(await readdir(folders.themes)).toEqual(['a.json']);
  });

  it('is deleted as it is then, or not at all', async () => {
    const { folders, library, document, id } = await oneTheme();
    whenTakenAway(join(folders.themes, 'a.json'), () =>
      putTheme(folders, 'a.json', { ...document, name: 'Newer' }),
    );
    await library.handlers.remove({ ids: [id] });
    const binned = (await library.handlers.bin(undefined)).themes.map(({ name }) => name);
    expect([...(await namesIn(folders.themes)), ...binned]).toContain('Newer');
    expect((await readdir(folders.themes)).filter((name) => name !== 'a.json')).toEqual([]);
  });
});

describe('a slow read of the old folder that ends after the library has moved', () => {
  it('does not take the theme out of the new one', async () => {
    const { folders, library, id, other } = await oneTheme();
    await library.flush();
    const slow = held('readFrom', (path) => path === join(folders.themes, 'a.json'));
    // An export or a backup is at it.
    const reading = library.current(id);
    await slow.isReached;
    await library.handlers.useFolder({ folder: other, move: true });
    slow.letGo();
    expect(await reading).toMatchObject({ id });
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id }]);
    expect(await readdir(other)).toEqual(['a.json']);
  });
});

describe('a file that another program renames right before the library moves', () => {
  it('leaves id and link with the newest edit', async () => {
    const { folders, library, id, other } = await oneTheme('b.json', never);
    await library.handlers.open({ id });
    const edits = [{ field: 'general.font' as const, value: 'Ours' }];
    await library.handlers.edit({ id, edits });
    await rename(join(folders.themes, 'b.json'), join(folders.themes, 'a.json'));
    await library.handlers.useFolder({ folder: other, move: true });
    const { themes } = await library.handlers.list(undefined);
    expect(themes.find(({ theme }) => theme.general.font === 'Ours')).toMatchObject({
      id,
      places: [{ templateId: 't' }],
    });
    expect(await themesOnDisk({ ...folders, themes: other })).toMatchObject([{ id }]);
    expect(await themeFiles({ ...folders, themes: other })).toEqual(['a.json']);
  });
});
