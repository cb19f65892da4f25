/** A theme's custom CSS was changed in two places, and a sync program put the one version beside the other. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  listChange,
  putTheme,
  testLibrary,
  type LibraryFolders,
} from '../testing/fixture-library';
import { indexText, readIndexLines } from './index-lines';

const themeWith = (customCss: string) =>
  withThemeField(newTheme(), { field: 'customCss', value: customCss });

const ourRule = '.ours { color: red; }\n';
const theirRule = '.theirs { color: blue; }\n';

type Before = (library: Library, folders: LibraryFolders) => Promise<Library>;
const started: Before = async (library) => {
  await library.start();
  return library;
};

/** What the library shows of the other computer's version, which differs in its last rule alone, or not. */
async function conflictedCopy(
  rules: number,
  lastRule = theirRule,
  before = started,
): Promise<ThemeSummary | undefined> {
  const rule = (number: number) => `.typebot-chat-view .step-${String(number)} { color: #0a4; }\n`;
  const common = Array.from({ length: rules }, (_, number) => rule(number)).join('');
  const made = await libraryOfOne({ theme: themeWith(common + ourRule) });
  const { folders, document, id } = made;
  const library = await before(made.library, folders);
  const told = listChange(library, ({ upserted }) => upserted.some((theme) => theme.id !== id));
  const theirs = themeWith(common + lastRule);
  await putTheme(folders, 'a (conflicted copy).json', { ...document, theme: theirs });
  return (await told).upserted.find((theme) => theme.id !== id);
}

/** Foyer was started anew on the index of an earlier one, which noted nothing of long style sheets. */
const startedOnEarlierIndex: Before = async (library, folders) => {
  await library.start();
  await endLibrary(library);
  const path = join(folders.profile, 'library-index.jsonl');
  const read = await readIndexLines(path);
  if (read.state !== 'ok') throw new Error('There is no index.');
  const entries = [...read.entries].map(([file, entry]) => {
    const { longCss: _unknown, ...card } = entry.card;
    return [file, { ...entry, card }] as const;
  });
  await writeFile(path, indexText({ ...read, entries: new Map(entries) }));
  expect(await readFile(path, 'utf8')).not.toContain('longCss');
  return started(testLibrary(folders).library, folders);
};

it('the control: with a short style sheet they are two versions, of which a person can choose one', async () => {
  expect(await conflictedCopy(10)).toMatchObject({ conflictOf: { name: 'Harbour' } });
});

it('with a long style sheet they are, too', async () => {
  expect(await conflictedCopy(200)).toMatchObject({ conflictOf: { name: 'Harbour' } });
});

it('a copy with the same long style sheet is none', async () => {
  const copy = await conflictedCopy(200, ourRule);
  expect(copy).toMatchObject({ name: 'Harbour' });
  expect(copy).not.toHaveProperty('conflictOf');
});

it('what an earlier Foyer noted of a long style sheet tells no two apart, and is noted anew', async () => {
  expect(await conflictedCopy(200, theirRule, startedOnEarlierIndex)).toMatchObject({
    conflictOf: { name: 'Harbour' },
  });
  expect(await conflictedCopy(200, ourRule, startedOnEarlierIndex)).not.toHaveProperty(
    'conflictOf',
  );
});
