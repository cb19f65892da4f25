/**
 * A theme was changed in two places. A person goes on working with the one that became the copy, gives versions of
 * it names, and decides then to keep it: "Name a version to keep it".
 */
import { expect, it } from 'vitest';
import type { ConflictChoice } from '@shared/library';
import { libraryOfOne, putTheme, savedWhenAsked } from '../testing/fixture-library';

async function conflicted() {
  const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  const { handlers } = library;
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  await library.flush();
  const { themes } = await handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  // Our work goes on in the copy.
  const font = (value: string) =>
    handlers.edit({ id: copy, edits: [{ field: 'general.font', value }] });
  await handlers.open({ id: copy });
  await font('Shown to the client');
  await handlers.keepVersion({ id: copy, name: 'As the client approved it' });
  await font('Tried since');
  await library.flush();
  return { library, id, copy };
}

it.each<[string, ConflictChoice]>([
  ['the control: both are kept', 'both'],
  ['the copy is kept', 'this'],
])('a named version of what is kept stays in its history: %s', async (_name, keep) => {
  const { library, id, copy } = await conflicted();
  await library.handlers.resolveConflict({ id: copy, keep });
  const kept = keep === 'both' ? copy : id;
  const { versions } = await library.handlers.versions({ id: kept });
  expect(versions.map(({ name }) => name)).toContain('As the client approved it');
});
