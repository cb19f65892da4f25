/**
 * A sync program brings a conflicted copy of a theme that is linked to a template. A person publishes the copy by mistake,
 * which makes another template, and unlinks the copy from that one; or links the copy to a wrong template, and takes that back
 * with Ctrl Z. Then they decide between the two versions: nobody took
 * the theme's own template away. "If you delete one of two versions of a theme that changed in two places, its link to a
 * template goes to the other."
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);

async function decided(
  before: 'nothing' | 'published' | 'linked',
  how: 'chooses the copy' | 'deletes the theme',
) {
  const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.handlers.list(undefined);
  const theirs = { ...document, theme: { ...newTheme(), customCss: '/* theirs */' } };
  await putTheme(folders, "a (Anna's conflicted copy 2026-11-27).json", theirs);
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find((each) => each.id !== id)?.id ?? '';
  expect(themes).toHaveLength(2);
  const at = new Date().toISOString();
  if (before === 'linked') await library.setPublication(copy, key, { templateId: 'mistake', at });
  if (before === 'published') {
    const sent = { name: 'a', theme: theirs.theme };
    await library.setPublication(copy, key, { templateId: 'mistake', at, sent, attempt: 'one' }, [
      null,
    ]);
  }
  // Ctrl Z of a first link does the same (`link-steps.ts`).
  if (before !== 'nothing') await library.unlink(copy, key);
  expect((await library.saved(id)).publications).toEqual(publications);
  if (how === 'chooses the copy')
    await library.handlers.resolveConflict({ id: copy, keep: 'this' });
  else await library.handlers.remove({ ids: [id] });
  const [stays] = (await library.handlers.list(undefined)).themes;
  return (await library.saved(stays?.id ?? '')).publications[key]?.templateId;
}

it.each([
  ['the control: was not published', 'nothing', 'chooses the copy'],
  ['the control: was not published', 'nothing', 'deletes the theme'],
  ['was unlinked from a template of its own', 'published', 'chooses the copy'],
  ['was unlinked from a template of its own', 'published', 'deletes the theme'],
  ['was linked, which was taken back', 'linked', 'chooses the copy'],
  ['was linked, which was taken back', 'linked', 'deletes the theme'],
] as const)('stays linked: the copy %s (%s), and the person %s', async (_name, before, how) => {
  expect(await decided(before, how)).toBe('t');
});
