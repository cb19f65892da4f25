/**
 * A theme has fields that this Foyer doesn't know. One of them was changed in two places, and a sync program
 * put the one version beside the other.
 */
import { expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { newTheme, type Theme } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  listChange,
  putTheme,
  restarted,
  type LibraryFolders,
} from '../testing/fixture-library';

const { chat, ...others } = newTheme();
const ours: Theme = { ...others, chat: { ...chat, shadow: { size: 2, color: 'grey' } } };
const theirs: readonly (readonly [string, Theme])[] = [
  ['has another value', { ...others, chat: { ...chat, shadow: { size: 3, color: 'grey' } } }],
  ['has it no more', { ...others, chat }],
  ['has one more', { ...ours, animation: 'slow' }],
];
/** The same in another order. */
const same: Theme = { chat: { shadow: { color: 'grey', size: 2 }, ...chat }, ...others };

type Before = (library: Library, folders: LibraryFolders) => Promise<Library>;
const whileItRuns: Before = (library) => Promise.resolve(library);
/** By then, the theme is known by the index alone. */
const afterARestart: Before = async (library, folders) => {
  await library.start();
  return restarted(folders, library);
};

/** What the library shows of the other computer's version. */
async function conflictedCopy(theme: Theme, before: Before): Promise<ThemeSummary | undefined> {
  const made = await libraryOfOne({ theme: ours });
  const { folders, document, id } = made;
  const library = await before(made.library, folders);
  await library.start();
  const told = listChange(library, ({ upserted }) => upserted.some((each) => each.id !== id));
  await putTheme(folders, 'a (conflicted copy).json', { ...document, theme });
  return (await told).upserted.find((each) => each.id !== id);
}

const all = theirs.flatMap(([what, theme]) => [
  [what, 'while Foyer runs', theme, whileItRuns] as const,
  [what, 'after a restart', theme, afterARestart] as const,
]);

it.each(all)('a copy that %s is another version of it: %s', async (_what, _when, theme, before) => {
  const copy = await conflictedCopy(theme, before);
  expect(copy).toMatchObject({ conflictOf: { name: 'Harbour' } });
});

it.each([
  ['while Foyer runs', whileItRuns],
  ['after a restart', afterARestart],
])('the control: a copy with the same ones is none: %s', async (_when, before) => {
  const copy = await conflictedCopy(same, before);
  expect(copy).toMatchObject({ name: 'Harbour' });
  expect(copy).not.toHaveProperty('conflictOf');
});
