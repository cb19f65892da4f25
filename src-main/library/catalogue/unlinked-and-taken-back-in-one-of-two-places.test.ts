/**
 * On another computer a theme is unlinked from its template, and that is undone at once (Ctrl Z): it has the template that
 * it always had. Here its name, or its content, changes meanwhile, and the sync program puts one file beside the other.
 * Neither of the two was to let go of the template, so the theme has it, however a person decides.
 */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
const publications = { [key]: link };

it.each([
  ['name', 'this'],
  ['name', 'other'],
  ['tags', 'this'],
  ['tags', 'other'],
  ['name', 'theirs, by deleting ours'],
] as const)('stays linked: another %s, %s is kept', async (what, keep) => {
  const { library, folders, document, id } = await libraryOfOne({ publications });
  const there = await libraryOfOne(document);
  await there.library.start();
  await unlinkTheme(there.library, id, key);
  await there.library.relink(id, key, undefined, link);
  const theirs = await there.library.saved(id);
  await endLibrary(there.library);
  expect(theirs.publications).toEqual(publications);

  await library.start();
  if (what === 'name') await library.handlers.rename({ id, name: 'Ours' });
  else await library.handlers.setTags({ id, tags: ['ours'] });
  await putTheme(folders, 'a (conflicted copy).json', theirs);
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find((theme) => theme.id !== id);
  // A copy by hand, of which there is nothing to decide, is all right as well.
  if (keep === 'theirs, by deleting ours') await library.handlers.remove({ ids: [id] });
  else if (copy?.conflictOf) await library.handlers.resolveConflict({ id: copy.id, keep });
  const stays = keep === 'theirs, by deleting ours' ? (copy?.id ?? '') : id;
  expect((await library.saved(stays)).publications).toEqual(publications);
});
