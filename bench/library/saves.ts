/** What is measured of a save: the real library on real folders, driven from `library.mjs`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDocumentFolder } from '../../src-main/storage/storage';
import { createLibrary, largestThemeFile, type Library } from '../../src-main/library/library';
import { makeThemes } from './themes';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A library of so many themes, started; `id` is one of them. */
export async function openLibrary(
  folder: string,
  count: number,
): Promise<{ library: Library; id: string }> {
  const themes = join(folder, 'themes');
  const profile = join(folder, 'profile');
  mkdirSync(themes, { recursive: true });
  mkdirSync(profile, { recursive: true });
  const documents = makeThemes(count);
  for (const document of documents) {
    writeFileSync(join(themes, `${document.id}.json`), `${JSON.stringify(document, null, 2)}\n`);
  }
  const library = createLibrary({
    folder: openDocumentFolder(themes, { maxBytes: largestThemeFile }),
    profileFolder: profile,
    startersFolder: join(folder, 'starters'),
    names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
    connections: () => [],
    log: quiet,
  });
  await library.start();
  const id = documents[Math.floor(count / 2)]?.id ?? '';
  await library.handlers.open({ id });
  return { library, id };
}

/** One edit and its save, until it is on the disk; milliseconds. */
export async function save(library: Library, id: string, name: string): Promise<number> {
  const began = performance.now();
  await library.handlers.rename({ id, name });
  return performance.now() - began;
}

export { makeThemes } from './themes';
