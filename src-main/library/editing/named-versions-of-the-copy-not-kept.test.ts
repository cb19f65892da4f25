/**
 * A person named a version of the copy of a conflict ("Name a version to keep it"), and decides then for the other one.
 * Where they delete the copy by hand, that version is in the other's history as well (../history/named-versions-of-two.test.ts);
 * it is no less worth where the dialog moves the copy to the bin.
 */
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, savedWhenAsked } from '../testing/fixture-library';

const approved = 'As the client approved it';

it.each<[string, boolean]>([
  ['the control: the copy is deleted by hand', true],
  ['the other one is kept in the dialog', false],
])('the named version can be had once the bin was emptied: %s', async (_name, isByHand) => {
  const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  const { handlers } = library;
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  await library.saveEdits();
  const { themes } = await handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  await handlers.keepVersion({ id: copy, name: approved });

  const { entries } = isByHand
    ? await handlers.remove({ ids: [copy] })
    : await handlers.resolveConflict({ id: copy, keep: 'other' });
  expect(await handlers.discard({ entries })).toMatchObject({ entries });

  const { versions } = await handlers.versions({ id });
  expect(versions.flatMap(({ name }) => name ?? [])).toContain(approved);
});
