/** Two computers that keep the library the same by a sync program, in files on the disk. */
import { copyFile, mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  libraryOfOne,
  temporaryLibraryFolders,
  testLibrary,
  themeFiles,
  type LibraryFolders,
} from './fixture-library';

/** Both have the one theme in `a.json`, and Foyer runs on both. */
export async function twoComputers(theme: Parameters<typeof libraryOfOne>[0] = {}) {
  const { library: one, folders: here, document, id } = await libraryOfOne(theme);
  const there = await temporaryLibraryFolders();
  await mkdir(there.themes, { recursive: true });
  await bring('a.json', here, there);
  const two = testLibrary(there).library;
  await one.start();
  await two.start();
  return { one, two, here, there, document, id };
}

/** The sync program has read a file to send it; what it gives puts it on the other computer, with its time. */
export async function sendLater(file: string, from: LibraryFolders, to: LibraryFolders) {
  const part = join(to.root, `${file}.part`);
  await copyFile(join(from.themes, file), part);
  const { mtime } = await stat(join(from.themes, file));
  await utimes(part, mtime, mtime);
  return () => rename(part, join(to.themes, file));
}

/** The sync program brings a file from the one to the other. */
export async function bring(file: string, from: LibraryFolders, to: LibraryFolders): Promise<void> {
  const arrives = await sendLater(file, from, to);
  await arrives();
}

/** What the theme files of one hold, by their names. */
export async function textsOf(folders: LibraryFolders): Promise<Map<string, string>> {
  const read = (await themeFiles(folders)).map(
    async (name) => [name, await readFile(join(folders.themes, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}

async function put(folders: LibraryFolders, file: string, text: string): Promise<void> {
  const part = join(folders.root, `${file}.part`);
  await writeFile(part, text);
  await rename(part, join(folders.themes, file));
}

/**
 * Each gets at once what the other wrote, a dozen times, files that went aside; resolves with how many were sent in each
 * round.
 */
export async function exchange({
  one,
  two,
  here,
  there,
}: Pick<Awaited<ReturnType<typeof twoComputers>>, 'one' | 'two' | 'here' | 'there'>) {
  const same = new Map<string, string>();
  const sent: number[] = [];
  for (let round = 1; round <= 12; round += 1) {
    const changed = (texts: Map<string, string>) =>
      [...texts].filter(([file, text]) => same.get(file) !== text);
    const [toThere, toHere] = [changed(await textsOf(here)), changed(await textsOf(there))];
    sent.push(toThere.length + toHere.length);
    for (const [file, text] of [...toThere, ...toHere]) same.set(file, text);
    for (const [file, text] of toThere) await put(there, file, text);
    for (const [file, text] of toHere) await put(here, file, text);
    await Promise.all([one.rescan(), two.rescan()]);
  }
  return sent;
}
