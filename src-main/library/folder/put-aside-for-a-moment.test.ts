/**
 * A person saved a theme's file under another name for another client, and Foyer gave that an ID of its own. Later the second file
 * takes the first one's name, which is put aside under a name that Foyer doesn't read, or in another folder, and comes back under
 * the second one's. Foyer looks once in between. Each stays the theme that it is: the first client's template is the first client's.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([
  ['a.json.bak', 'never, as a control'],
  ['a.json.bak', 'after each step, as a control'],
  ['a.json.bak', 'after two steps'],
  ['../a.json', 'after two steps'],
  ['a.json.bak', 'after two steps, as it is started'],
])('the first client’s file is aside in %s, and Foyer looks %s', async (aside, looks) => {
  const { folders, library: first, id } = await libraryOfOne({ name: 'Client A', publications });
  await first.start();
  await first.handlers.keepVersion({ id, name: 'As client A signed it' });
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  await writeFile(path('b.json'), text.replace('"Client A"', '"Client B"'));
  await first.rescan();
  let library = first;
  const isStarted = looks.endsWith('started');
  if (isStarted) await endLibrary(library);
  await rename(path('a.json'), path(aside));
  if (looks.startsWith('after each')) await library.rescan();
  await rename(path('b.json'), path('a.json'));
  if (isStarted) ({ library } = testLibrary(folders));
  if (looks.startsWith('after')) await library.rescan();
  await rename(path(aside), path('b.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
  expect(linked.map((each) => [each.id === id, each.name])).toEqual([[true, 'Client A']]);
});
