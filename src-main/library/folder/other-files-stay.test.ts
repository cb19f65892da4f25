/**
 * A library that lies in a folder with other things, as one under version control does: a project's `package.json` beside
 * the themes. Foyer lists that as no theme of its own, and says that it stays where it is. A person moves the library, and
 * is told before: “The theme files move to the new folder. Existing files there aren’t overwritten. Other files stay.”
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

/** A library with other files beside its theme, moved to another folder. */
async function movedWith(others: Readonly<Record<string, string>>) {
  const folders = await temporaryLibraryFolders();
  const target = join(folders.root, 'target');
  await mkdir(target);
  await putTheme(folders, 'a.json', themeDocument());
  for (const [name, text] of Object.entries(others))
    await writeFile(join(folders.themes, name), text);
  const { library } = testLibrary(folders, { mayUse: () => true });
  const { unreadable } = await library.handlers.list(undefined);
  await library.handlers.useFolder({ folder: target, move: true });
  const stayed = await readdir(folders.themes);
  const came = (await readdir(target)).sort();
  return { folders, unreadable, stayed: stayed.sort(), came };
}

it('the control: what is no JSON stays', async () => {
  const { stayed, came } = await movedWith({ 'README.md': '# Our themes\n', 'logo.svg': '<svg/>' });
  expect(came).toEqual(['a.json']);
  expect(stayed).toEqual(['README.md', 'logo.svg']);
});

it('the control: a theme’s file that was cut off comes along', async () => {
  const cut = JSON.stringify(themeDocument({ name: 'Cut' }), null, 2).slice(0, 200);
  const { stayed, came } = await movedWith({ 'b.json': cut });
  expect(came).toEqual(['a.json', 'b.json']);
  expect(stayed).toEqual([]);
});

it.each([
  ['package.json', { name: 'our-site', version: '1.0.0', private: true, scripts: {} }],
  ['tsconfig.json', { compilerOptions: { strict: true } }],
  ['prices.json', [{ plan: 'STARTER', price: 39 }]],
])('%s, which Foyer says is no theme and stays where it is, stays', async (name, content) => {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  const { folders, unreadable, stayed, came } = await movedWith({ [name]: text });
  // “It isn’t a Foyer theme … The file stays where it is, unchanged.”
  expect(unreadable).toMatchObject([{ file: name, problem: { code: 'fileDamaged' } }]);
  expect(stayed).toEqual([name]);
  expect(await readFile(join(folders.themes, name), 'utf8')).toBe(text);
  expect(came).toEqual(['a.json']);
});

it('what lay in a folder that was chosen by mistake stays there, when the themes move on from it', async () => {
  const folders = await temporaryLibraryFolders();
  await putTheme(folders, 'a.json', themeDocument());
  // Not a folder of its own in it, as was meant, but all of it.
  const documents = join(folders.root, 'Documents');
  const meant = join(folders.root, 'Themes');
  for (const folder of [documents, meant]) await mkdir(folder);
  await writeFile(join(documents, 'accounts-2025.json'), '{ "total": 1200 }\n');
  const { library } = testLibrary(folders, { mayUse: () => true });
  await library.start();
  for (const folder of [documents, meant]) {
    await library.handlers.useFolder({ folder, move: true });
  }
  expect(await readdir(documents)).toEqual(['accounts-2025.json']);
  expect(await readdir(meant)).toEqual(['a.json']);
});
