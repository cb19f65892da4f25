/**
 * A theme was published, and its file is taken away by a sync client, say. Foyer is started anew, and an
 * older version is put back: saved as a new one, its template would be there twice.
 */
import { appendFile, mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { Library, LibraryOptions } from '../library';
import { indexLine } from './index-lines';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  onDay,
  putTheme,
  testLibrary,
  themeDocument,
  type LibraryFolders,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const day = (days: number): string => onDay(days)().toISOString();
const published = { templateId: 't', at: day(5) };

/** An older file comes back to the library's folder. */
async function comesBack(folders: LibraryFolders, document: ThemeDocument): Promise<void> {
  await putTheme(folders, 'a.json', document);
  await utimes(join(folders.themes, 'a.json'), onDay(2)(), onDay(2)());
}

/** Deleted on day 1, back from elsewhere on day 2, and published on day 5; another theme is there. */
async function publishedAgain() {
  let today = 1;
  const made = await libraryOfOne({}, { now: () => onDay(today)() });
  const { library, folders, document, id } = made;
  await putTheme(folders, 'other.json', themeDocument());
  const { entries } = await library.handlers.remove({ ids: [id] });
  await comesBack(folders, document);
  await library.rescan();
  today = 5;
  await library.setPublication(id, key, published);
  return { ...made, entries };
}

type Made = Awaited<ReturnType<typeof publishedAgain>>;

async function started(
  folders: LibraryFolders,
  options: Partial<LibraryOptions> = {},
): Promise<Library> {
  const { library } = testLibrary(folders, { now: onDay(6), ...options });
  await library.start();
  return library;
}

/** The theme's file is taken away, and Foyer is started anew. */
const ways: Record<string, (made: Made) => Promise<Library>> = {
  async 'while Foyer ran'({ library, folders }) {
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    await endLibrary(library);
    return started(folders);
  },
  async 'while Foyer was not running'({ library, folders }) {
    await endLibrary(library);
    await rm(join(folders.themes, 'a.json'));
    await endLibrary(await started(folders));
    return started(folders);
  },
  async 'and the index is written anew'({ library, folders }) {
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    await endLibrary(library);
    await appendFile(join(folders.profile, 'library-index.jsonl'), 'cut off');
    await endLibrary(await started(folders));
    return started(folders);
  },
};

const putBack: Record<string, (library: Library, made: Made) => Promise<unknown>> = {
  async 'by hand'(library, { folders, document }) {
    await comesBack(folders, document);
    await library.rescan();
  },
  'from a backup': async (library, { document }) => library.putBack(document, 'keepBoth', day(2)),
  'from the bin': async (library, { entries }) => library.handlers.restore({ entries }),
};

describe.each(Object.entries(ways))('taken away %s', (_when, takenAway) => {
  it.each(Object.entries(putBack))('it has its link when it is put back %s', async (_how, put) => {
    const made = await publishedAgain();
    const library = await takenAway(made);
    await put(library, made);
    expect((await library.saved(made.id)).publications[key]?.templateId).toBe('t');
  });
});

it('has its link where the older file comes while Foyer is not running', async () => {
  const made = await publishedAgain();
  const { library, folders, document, id } = made;
  await rm(join(folders.themes, 'a.json'));
  await library.rescan();
  await endLibrary(library);
  await comesBack(folders, document);
  const next = await started(folders);
  expect((await next.saved(id)).publications[key]?.templateId).toBe('t');
});

it('has its link where the library has moved to another folder meanwhile', async () => {
  const made = await publishedAgain();
  const { library, folders, document, id } = made;
  await rm(join(folders.themes, 'a.json'));
  await library.rescan();
  await endLibrary(library);
  const second = { ...folders, themes: join(folders.root, 'second') };
  await mkdir(second.themes);
  const moving = await started(folders, { mayUse: () => true });
  await moving.handlers.useFolder({ folder: second.themes, move: true });
  await endLibrary(moving);
  const next = await started(second);
  await next.putBack(document, 'keepBoth', day(2));
  expect((await next.saved(id)).publications[key]?.templateId).toBe('t');
});

it('comes back where an earlier Foyer noted only that it is missing', async () => {
  const made = await publishedAgain();
  const { library, folders, document, id } = made;
  await rm(join(folders.themes, 'a.json'));
  await library.rescan();
  await endLibrary(library);
  const line = indexLine({ theme: id, isMissing: true });
  await appendFile(join(folders.profile, 'library-index.jsonl'), line);
  const next = await started(folders);
  await next.putBack(document, 'keepBoth', day(2));
  expect((await next.saved(id)).publications).toEqual({});
});
