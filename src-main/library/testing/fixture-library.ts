/** What the library's tests share: a library on real files, and waiting for what it tells. */
import { mkdir, mkdtemp, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { LibraryChange, OpenTheme } from '@shared/library';
import { newTheme, themeDocumentFormat, type ThemeDocument } from '@shared/theme/theme';
import { removeAfterTest } from '../../testing/temporary-folder';
import { newId, openDocumentFolder, type DocumentFolder } from '../../storage/storage';
import {
  createLibrary,
  largestThemeFile,
  type ConnectionRef,
  type Library,
  type LibraryOptions,
  type SavePace,
} from '../library';
import { testNames } from './fixture-names';

export interface LibraryFolders {
  readonly root: string;
  readonly themes: string;
  readonly profile: string;
  readonly starters: string;
}

/** Folders of a library that is not there yet; removed when the test ends. */
export async function temporaryLibraryFolders(): Promise<LibraryFolders> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-library-'));
  removeAfterTest(root);
  const folders = {
    root,
    themes: join(root, 'themes'),
    profile: join(root, 'profile'),
    starters: join(root, 'starters'),
  };
  for (const folder of [folders.themes, folders.profile, folders.starters]) await mkdir(folder);
  return folders;
}

/** A connection for places. */
export const northwind: ConnectionRef = {
  id: 'northwind',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'w1',
};

export interface TestLibrary {
  readonly library: Library;
  readonly log: string[];
}

/** A person unlinks a theme from the template that it has. */
export async function unlinkTheme(library: Library, id: string, key: string): Promise<void> {
  const { publications } = await library.current(id);
  await library.unlink(id, key, publications[key]?.templateId ?? '');
}

/** A library on these folders, quick to save, closed when the test ends. */
export function testLibrary(
  folders: LibraryFolders,
  options: Partial<LibraryOptions> = {},
): TestLibrary {
  const log: string[] = [];
  const note = (event: string, fields?: object): void => {
    log.push(`${event} ${JSON.stringify(fields ?? {})}`);
  };
  const library = createLibrary({
    folder: openThemes(folders),
    profileFolder: folders.profile,
    startersFolder: folders.starters,
    names: testNames,
    connections: () => [northwind],
    pace: { restMs: 10, latestMs: 40, retryMs: 20, longestRetryMs: 100 },
    log: { info: note, warn: note, error: note },
    ...options,
  });
  onTestFinished(() => endLibrary(library));
  return { library, log };
}

/** A library with one theme, in `a.json`, as another program wrote it; not started yet. */
export async function libraryOfOne(
  changes: Partial<ThemeDocument> = {},
  options: Partial<LibraryOptions> = {},
): Promise<TestLibrary & { folders: LibraryFolders; document: ThemeDocument; id: string }> {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument(changes);
  await putTheme(folders, 'a.json', document);
  return { ...testLibrary(folders, options), folders, document, id: document.id };
}

/** Ends a library as the app does when it quits. */
export async function endLibrary(library: Library): Promise<void> {
  await library.flush();
  library.close();
}

/** A library on the same folders after the app was quit and started again. */
export async function restarted(folders: LibraryFolders, library: Library): Promise<Library> {
  await endLibrary(library);
  return testLibrary(folders).library;
}

/** Nothing is saved by itself: only where a test, or the library's end, asks for it. */
export const savedWhenAsked: SavePace = {
  restMs: 60_000,
  latestMs: 60_000,
  retryMs: 60_000,
  longestRetryMs: 60_000,
};

/** What a call rejects with, for `toMatchObject`. */
export function problem(code: string, more: object = {}): { problem: unknown } {
  return { problem: expect.objectContaining({ code, ...more }) as unknown };
}

/** A clock that stands at so many days after the first one of the tests. */
export function onDay(days: number): () => Date {
  return () => new Date(Date.UTC(2026, 0, 1) + days * 24 * 60 * 60 * 1_000);
}

/** The library folder as the app opens it, with a short burst. */
export function openThemes(folders: LibraryFolders): DocumentFolder {
  return openDocumentFolder(folders.themes, {
    maxBytes: largestThemeFile,
    settleMs: 20,
    retryMs: 20,
  });
}

/** The next state of an open theme for which the test holds. */
export function themeState(
  library: Library,
  id: string,
  holds: (theme: OpenTheme) => boolean,
): Promise<OpenTheme> {
  return new Promise((resolve) => {
    const end = library.onThemeChange((theme) => {
      if (theme.id !== id || !holds(theme)) return;
      end();
      resolve(theme);
    });
  });
}

/** The next change of the list for which the test holds. */
export function listChange(
  library: Library,
  holds: (change: LibraryChange) => boolean,
): Promise<LibraryChange> {
  return new Promise((resolve) => {
    const end = library.onChange((change) => {
      if (!holds(change)) return;
      end();
      resolve(change);
    });
  });
}

/** A document as another program would write it. */
export function themeDocument(changes: Partial<ThemeDocument> = {}): ThemeDocument {
  return {
    format: themeDocumentFormat,
    id: newId(),
    name: 'Harbour',
    tags: ['blue'],
    updatedAt: '2026-01-02T03:04:05.000Z',
    publications: {},
    theme: newTheme(),
    ...changes,
  };
}

export async function putTheme(
  folders: LibraryFolders,
  file: string,
  document: object,
): Promise<void> {
  await writeFile(join(folders.themes, file), `${JSON.stringify(document, null, 2)}\n`);
}

/** The same as programs do that keep folders the same: it is there at once, with the time at which it was written. */
export async function putThemeOf(
  time: Date,
  folders: LibraryFolders,
  file: string,
  document: object,
): Promise<void> {
  const beside = join(folders.root, `${file}.part`);
  await writeFile(beside, `${JSON.stringify(document, null, 2)}\n`);
  await utimes(beside, time, time);
  await rename(beside, join(folders.themes, file));
}

export async function themeFiles(folders: LibraryFolders): Promise<string[]> {
  return (await readdir(folders.themes)).filter((name) => name.endsWith('.json')).sort();
}

/** Every theme document on the disk. */
export async function themesOnDisk(folders: LibraryFolders): Promise<ThemeDocument[]> {
  const names = await themeFiles(folders);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folders.themes, name), 'utf8');
      return JSON.parse(text) as ThemeDocument;
    }),
  );
}
