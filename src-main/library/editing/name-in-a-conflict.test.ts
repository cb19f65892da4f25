/**
 * A theme got another name in one of two places: whoever keeps that version keeps the name that a person
 * gave it, not only its look and its tags.
 */
import { expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  listChange,
  putTheme,
  restarted,
  savedWhenAsked,
} from '../testing/fixture-library';

const themesIn = async (library: Library): Promise<ThemeSummary[]> =>
  (await library.handlers.list(undefined)).themes;

async function copyIn(library: Library): Promise<ThemeSummary> {
  const copy = (await themesIn(library)).find(({ conflictOf }) => conflictOf !== undefined);
  if (copy === undefined) throw new Error('There is no conflict copy.');
  return copy;
}

/** On another computer it was edited, and got a name or not; a sync program put that beside ours. */
async function conflictedCopy(name: string): Promise<Library> {
  const { library, folders, document } = await libraryOfOne();
  await library.start();
  const told = listChange(library, ({ upserted }) => upserted.length > 0);
  const theme = withThemeField(document.theme, { field: 'general.font', value: 'Theirs' });
  await putTheme(folders, 'a (conflicted copy).json', { ...document, name, theme });
  await told;
  return library;
}

/** Here it was edited, and got a name or not, a moment after another computer changed the file. */
async function editedInBoth(name: string, isRestarted = false): Promise<Library> {
  const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putTheme(folders, 'a.json', { ...document, tags: ['theirs'] });
  if (name === document.name) await library.flush();
  else await library.handlers.rename({ id, name });
  return isRestarted ? restarted(folders, library) : library;
}

it('the control: a version that was not renamed is kept under the name that both have', async () => {
  for (const library of [await conflictedCopy('Harbour'), await editedInBoth('Harbour')]) {
    await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'this' });
    expect((await themesIn(library)).map(({ name }) => name)).toEqual(['Harbour']);
  }
});

it('the control: where both are kept, the name is', async () => {
  const library = await conflictedCopy('Autumn');
  await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'both' });
  expect((await themesIn(library)).map(({ name }) => name).sort()).toEqual(['Autumn', 'Harbour']);
});

it('a conflicted copy of a sync program that is kept keeps its name', async () => {
  const library = await conflictedCopy('Autumn');
  const copy = await copyIn(library);
  // Foyer made nothing of this name: it is the one in the file.
  expect(copy.name).toBe('Autumn');
  await library.handlers.resolveConflict({ id: copy.id, keep: 'this' });
  expect(await themesIn(library)).toMatchObject([
    { name: 'Autumn', theme: { general: { font: 'Theirs' } } },
  ]);
});

it('a version that was renamed here and is kept keeps its name', async () => {
  const library = await editedInBoth('Autumn');
  await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'this' });
  expect(await themesIn(library)).toMatchObject([
    { name: 'Autumn', theme: { general: { font: 'Ours' } } },
  ]);
});

it('it does after a restart, too', async () => {
  const library = await editedInBoth('Autumn', true);
  await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'this' });
  expect((await themesIn(library)).map(({ name }) => name)).toEqual(['Autumn']);
});

it('a copy that got a name from a person, and not from Foyer alone, keeps it', async () => {
  const library = await editedInBoth('Harbour');
  const { id } = await copyIn(library);
  await library.handlers.rename({ id, name: 'Winter' });
  await library.handlers.resolveConflict({ id, keep: 'this' });
  expect((await themesIn(library)).map(({ name }) => name)).toEqual(['Winter']);
});
