/** The files of a library, put there and read by a test. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTheme, type ThemeDocument } from '../src-shared/theme/theme';
import type { Home } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';

/** A theme as its file has it; of the same name always the same id. */
export function themeDocument(name: string, changes: object = {}): ThemeDocument {
  const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7);
  return {
    format: 1,
    id: `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`,
    name,
    tags: [],
    updatedAt: '2026-01-02T03:04:05.000Z',
    publications: {},
    theme: newTheme(),
    ...changes,
  };
}

/** Puts a theme's file into the library, as an editor or another computer would. */
export async function put(home: Home, file: string, document: object): Promise<void> {
  await mkdir(home.library, { recursive: true });
  await writeFile(join(home.library, file), `${JSON.stringify(document, null, 2)}\n`);
}

/** A theme by its name, from its file. */
export async function onDisk(home: Home, name: string): Promise<ThemeDocument> {
  for (const file of await readdir(home.library)) {
    if (!file.endsWith('.json')) continue;
    const document = JSON.parse(await readFile(join(home.library, file), 'utf8')) as ThemeDocument;
    if (document.name === name) return document;
  }
  throw new Error(`There is no theme ${name}.`);
}

/** Foyer with these themes and no connection. */
export async function startWith(home: Home, names: readonly string[]) {
  for (const name of names) await put(home, `${name.toLowerCase()}.json`, themeDocument(name));
  const foyer = await home.start();
  await foyer.window.getByRole('button', { name: 'Look around first' }).click();
  const library = new Library(foyer.window);
  if (names.length > 0) await library.cards.first().waitFor();
  return { ...foyer, library, shell: new Shell(foyer.window) };
}
