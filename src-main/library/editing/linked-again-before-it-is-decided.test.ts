/**
 * A sync program brings a conflicted copy of a theme that is linked to a template. The person gives the template to the
 * copy, which is the version they want published: the theme is unlinked, the copy is linked (or published). Later they
 * choose the copy.
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);

it.each([
  ['links the copy to its template', 'chooses the copy'],
  ['links the copy to its template', 'deletes the copy'],
  ['publishes the copy', 'chooses the copy'],
  ['publishes the copy', 'deletes the copy'],
] as const)('has the template, where a person %s and %s', async (first, then) => {
  const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.handlers.list(undefined);
  const theirs = { ...document, theme: { ...newTheme(), customCss: '/* theirs */' } };
  await putTheme(folders, "a (Anna's conflicted copy 2026-11-27).json", theirs);
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find((each) => each.id !== id)?.id ?? '';
  expect(themes).toHaveLength(2);

  await library.unlink(id, key);
  const at = new Date().toISOString();
  const isLink = first === 'links the copy to its template';
  const templateId = isLink ? 't' : 'new';
  const sent = { name: 'a', theme: theirs.theme };
  await library.setPublication(
    copy,
    key,
    { templateId, at, ...(!isLink && { sent, attempt: 'one' }) },
    isLink ? undefined : [null],
  );
  expect((await library.saved(copy)).publications[key]).toMatchObject({ templateId });

  if (then === 'chooses the copy')
    await library.handlers.resolveConflict({ id: copy, keep: 'this' });
  else await library.handlers.remove({ ids: [copy] });
  const now = await library.saved(id);
  expect(now.publications[key]).toMatchObject({ templateId });
});
