/**
 * A person unlinks a theme from its template, so that the next publication makes another one. A sync program then brings a
 * conflicted copy of it, from another computer that edited the theme before it knew of that. The person keeps the theme.
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);

it.each(['deletes the copy', 'chooses the theme'] as const)(
  'stays unlinked, where the person %s',
  async (how) => {
    const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.handlers.list(undefined);
    await library.unlink(id, key);
    expect((await library.saved(id)).publications).toEqual({});
    const theirs = { ...document, theme: { ...newTheme(), customCss: '/* theirs */' } };
    await putTheme(folders, "a (Anna's conflicted copy 2026-11-27).json", theirs);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const copy = themes.find((each) => each.id !== id)?.id ?? '';
    expect(themes).toHaveLength(2);
    if (how === 'deletes the copy') await library.handlers.remove({ ids: [copy] });
    else await library.handlers.resolveConflict({ id: copy, keep: 'other' });
    expect((await library.saved(id)).publications).toEqual({});
  },
);

it.each(['deletes the other', 'chooses the copy'] as const)(
  'the same where it was unlinked in the copy, and the person %s',
  async (how) => {
    const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.handlers.list(undefined);
    // As the other computer's Foyer wrote it.
    const theme = { ...newTheme(), customCss: '/* unlinked */' };
    const theirs = { ...document, theme, publications: {}, unlinked: { [key]: { t: 1 } } };
    await putTheme(folders, "a (Anna's conflicted copy 2026-11-27).json", theirs);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const copy = themes.find((each) => each.id !== id)?.id ?? '';
    expect(themes).toHaveLength(2);
    if (how === 'deletes the other') await library.handlers.remove({ ids: [id] });
    else await library.handlers.resolveConflict({ id: copy, keep: 'this' });
    const [stays] = (await library.handlers.list(undefined)).themes;
    const now = await library.saved(stays?.id ?? '');
    expect(now).toMatchObject({ theme: { customCss: '/* unlinked */' }, publications: {} });
    expect(now.publications).toEqual({});
  },
);

/** A theme that is linked, and a version of it that was unlinked on another computer. */
async function withUnlinkedVersion() {
  const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.handlers.list(undefined);
  const theme = { ...newTheme(), customCss: '/* unlinked */' };
  const theirs = { ...document, theme, publications: {}, unlinked: { [key]: { t: 1 } } };
  await putTheme(folders, "a (Anna's conflicted copy 2026-11-27).json", theirs);
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find((each) => each.id !== id)?.id ?? '';
  return { library, id, copy, publications };
}

it.each(['deletes the copy', 'chooses the theme'] as const)(
  'a theme that a person keeps stays linked, where the person %s',
  async (how) => {
    const { library, id, copy, publications } = await withUnlinkedVersion();
    if (how === 'deletes the copy') await library.handlers.remove({ ids: [copy] });
    else await library.handlers.resolveConflict({ id: copy, keep: 'other' });
    // It was chosen by somebody who could know that the other one is unlinked: no copy of that takes it away later.
    expect(await library.saved(id)).toMatchObject({ publications, unlinked: { [key]: { t: 1 } } });
  },
);

it('is linked again once the copy that was chosen comes back from the bin', async () => {
  const { library, id, copy, publications } = await withUnlinkedVersion();
  const { entries } = await library.handlers.resolveConflict({ id: copy, keep: 'this' });
  expect((await library.saved(id)).publications).toEqual({});
  await library.handlers.restore({ entries });
  expect(await library.saved(id)).toMatchObject({ publications });
});
