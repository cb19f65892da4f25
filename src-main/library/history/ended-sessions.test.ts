/** Edits of a session that ended before they had rested: they are a version all the same. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  putTheme,
  restarted,
  testLibrary,
  type LibraryFolders,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** What a theme's versions hold, newest first: the font, and the tags where they are kept. */
async function kept({ handlers }: Library, id: string): Promise<string[]> {
  const { versions } = await handlers.versions({ id });
  const all = versions.map(async ({ version }) => handlers.version({ id, version }));
  return (await Promise.all(all)).map(({ theme, tags }) =>
    [theme.general.font, ...(tags ?? [])].join(' '),
  );
}

const setFont = ({ handlers }: Library, id: string, value: string) =>
  handlers.edit({ id, edits: [{ field: 'general.font', value }] });

const withFont = (document: ThemeDocument, font: string): ThemeDocument => ({
  ...document,
  theme: { ...document.theme, general: { ...document.theme.general, font } },
});

interface Edited {
  readonly folders: LibraryFolders;
  readonly library: Library;
  readonly document: ThemeDocument;
  readonly id: string;
}

describe('edits of a session that ended within ten minutes', () => {
  /** Ways in which a session ends; each resolves with a library that runs on. */
  const ends: Record<string, (edited: Edited) => Promise<Library>> = {
    'the app was quit': ({ folders, library }) => restarted(folders, library),
    'the app was quit twice': async ({ folders, library, id }) => {
      const next = await restarted(folders, library);
      await next.handlers.open({ id });
      return restarted(folders, next);
    },
    'the library was left for another folder': async ({ folders, library }) => {
      const other = join(folders.root, 'other');
      await mkdir(other);
      await library.handlers.useFolder({ folder: other, move: false });
      return library;
    },
    'the theme was deleted and restored': async ({ folders, library, id }) => {
      const { entries } = await library.handlers.remove({ ids: [id] });
      await library.handlers.restore({ entries });
      return restarted(folders, library);
    },
    'the theme went away unread': async ({ folders, library }) => {
      await rm(join(folders.themes, 'a.json'));
      await library.rescan();
      return library;
    },
  };

  it.each(Object.entries(ends))('can be had back, once, when %s', async (_how, end) => {
    const { folders, library, document, id } = await libraryOfOne({}, { mayUse: () => true });
    await setFont(library, id, 'Ours');
    expect(await library.flush()).toEqual([]);
    const next = await end({ folders, library, document, id });
    // A day later, by a restore, another computer or by hand.
    await putTheme(folders, 'a.json', withFont(document, 'Theirs'));
    await next.rescan();
    expect(await kept(next, id)).toEqual(['Ours', document.theme.general.font]);
  });

  it('are no version of their own where they were published or kept by name last', async () => {
    const { folders, library, document, id } = await libraryOfOne();
    await setFont(library, id, 'Ours');
    await library.handlers.keepVersion({ id, name: 'As signed' });
    const next = await restarted(folders, library);
    expect(await kept(next, id)).toEqual(['Ours', document.theme.general.font]);
  });

  it('come with the tags where those were edited', async () => {
    const { folders, library, document, id } = await libraryOfOne();
    await library.handlers.setTags({ id, tags: ['client', 'spring'] });
    let next = await restarted(folders, library);
    await setFont(next, id, 'Ours');
    next = await restarted(folders, next);
    const { font } = document.theme.general;
    expect(await kept(next, id)).toEqual(['Ours', `${font} client spring`]);
  });

  it('can be had back when the system ends and Foyer is left the time', async () => {
    const { library, document, id } = await libraryOfOne();
    await setFont(library, id, 'Ours');
    expect(library.flushAtOnce()).toEqual([]);
    expect(await kept(library, id)).toEqual(['Ours', document.theme.general.font]);
  });

  it('hold nobody up where the disk takes no version', async () => {
    const { folders, library, log, id } = await libraryOfOne();
    await setFont(library, id, 'Ours');
    const { heal } = failing('ENOSPC', 'writeTo', (path) => path.includes('/history/'));
    expect(await library.flush()).toEqual([]);
    library.close();
    heal();
    expect(log.join()).toContain('versionNotKept');
    expect(await kept(testLibrary(folders).library, id)).toEqual([]);
  });
});

describe('a theme that was looked at', () => {
  it('gets no version by the end of the app', async () => {
    const { folders, library, id } = await libraryOfOne();
    await library.handlers.open({ id });
    expect(await kept(await restarted(folders, library), id)).toEqual([]);
  });
});

describe('tags that were edited together with the theme, and rested', () => {
  it('can be had back when another program writes over them', async () => {
    const { folders, library, document, id } = await libraryOfOne({}, { pauseMs: 30 });
    const isKept = new Promise<void>((resolve) => {
      let times = 0;
      // What it was before the edit, and what it is after a rest.
      library.onVersionsChange(() => (times += 1) === 2 && resolve());
    });
    await library.handlers.setTags({ id, tags: ['client'] });
    await setFont(library, id, 'Ours');
    await isKept;
    expect(await library.flush()).toEqual([]);
    await putTheme(folders, 'a.json', withFont(document, 'Theirs'));
    await library.rescan();
    await endLibrary(library);
    expect(await kept(testLibrary(folders).library, id)).toContain('Ours client');
  });
});
