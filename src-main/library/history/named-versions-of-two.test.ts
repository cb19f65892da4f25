/**
 * Two versions of a theme lie side by side, and a person deletes the one that they don't want by hand, instead of
 * choosing in the dialog: the link to the template goes to the other one (editing/conflict-links.test.ts). What
 * they named in the history of the theme is no less worth, and must not go for good while the theme is there.
 */
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import type { Library } from '../library';
import { libraryOfOne, putTheme, savedWhenAsked } from '../testing/fixture-library';

const signed = 'As the client signed it';

async function named({ handlers }: Library, id: string): Promise<(string | null)[]> {
  const { versions } = await handlers.versions({ id });
  return versions.flatMap(({ name }) => name ?? []);
}

async function themesOf({ handlers }: Library) {
  return (await handlers.list(undefined)).themes;
}

/** A theme with a named version, edited here and on another computer at once: ours becomes the copy. */
async function twoVersions() {
  const { folders, library, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  const { handlers } = library;
  await handlers.keepVersion({ id, name: signed });
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  const theirs = { ...newTheme(), customCss: '/* theirs */' };
  await putTheme(folders, 'a.json', { ...document, theme: theirs });
  await library.saveEdits();
  const copy = (await themesOf(library)).find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  return { library, handlers, id, copy };
}

it('the control: it is chosen in the dialog', async () => {
  const { library, handlers, id, copy } = await twoVersions();
  await handlers.resolveConflict({ id: copy, keep: 'this' });
  expect(await named(library, id)).toEqual([signed]);
});

it('the other one is deleted by hand, and for good', async () => {
  const { library, handlers, id, copy } = await twoVersions();
  const { entries } = await handlers.remove({ ids: [id] });
  await handlers.discard({ entries });
  expect((await themesOf(library)).map((theme) => theme.id)).toEqual([copy]);
  expect(await named(library, copy)).toEqual([signed]);
});

it('a theme that is back from the bin, beside an older version of it that a sync program had brought', async () => {
  const { folders, library, document, id } = await libraryOfOne({ name: 'Harbour' });
  const { handlers } = library;
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'A day of work' }] });
  await handlers.keepVersion({ id, name: signed });
  const { entries } = await handlers.remove({ ids: [id] });
  await putTheme(folders, 'a.json', document);
  await library.rescan();
  await handlers.restore({ entries });
  const restored = (await themesOf(library)).find(
    ({ theme }) => theme.general.font === 'A day of work',
  );
  expect(restored?.conflictOf?.id).toBe(id);
  // The older one is not wanted.
  const older = await handlers.remove({ ids: [id] });
  await handlers.discard({ entries: older.entries });
  expect(await named(library, restored?.id ?? '')).toEqual([signed]);
});
