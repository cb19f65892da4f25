/** A file gets another name, by hand or by a colleague's sync program, while the library is moved to another folder. */
import { mkdir, readFile, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { held } from '../testing/fake-disk';
import {
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** Moves two themes, and does that between the copies of the first and the second; resolves with what is there then. */
async function moved(meanwhile: (from: string, to: string) => Promise<void>): Promise<string[]> {
  const folders = await temporaryLibraryFolders();
  const to = join(folders.root, 'to');
  await mkdir(to);
  await putTheme(folders, 'a.json', themeDocument({ name: 'Autumn' }));
  await putTheme(folders, 'b.json', themeDocument({ name: 'Breeze' }));
  const { library } = testLibrary(folders, { mayUse: () => true });
  await library.start();
  let copies = 0;
  const second = held('writeTo', (path) => dirname(path) === to && (copies += 1) === 2);
  const moving = Promise.resolve(library.handlers.useFolder({ folder: to, move: true }));
  await second.isReached;
  await meanwhile(folders.themes, to);
  second.letGo();
  await moving;
  expect((await library.handlers.list(undefined)).folder).toBe(to);
  const names = await readdir(to);
  const texts = await Promise.all(names.map((name) => readFile(join(to, name), 'utf8')));
  return texts.map((text) => (JSON.parse(text) as ThemeDocument).name).sort();
}

it('control: two themes are there', async () => {
  expect(await moved(async () => {})).toEqual(['Autumn', 'Breeze']);
});

it('has a theme once whose file got another name meanwhile', async () => {
  const names = await moved((from) => rename(join(from, 'a.json'), join(from, 'autumn.json')));
  expect(names).toEqual(['Autumn', 'Breeze']);
});
