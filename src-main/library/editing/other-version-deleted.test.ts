/**
 * A theme that is published was changed in two places. A person sees both versions beside each other in the library,
 * and deletes the one that they don't want, as they delete any theme, in place of deciding in the dialog: "of two
 * versions of one theme, the link to a template stays, so that publishing doesn't create a duplicate".
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  listChange,
  northwind,
  putTheme,
  savedWhenAsked,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const publication = { templateId: 't-1', at: '2026-01-02T03:04:05.000Z' };

/** A published theme of which there is another version beside it, with our edits. */
async function twoVersions(how: 'met by a save' | 'made by a sync program') {
  const { library, folders, document, id } = await libraryOfOne(
    { publications: { [key]: publication } },
    { pace: savedWhenAsked },
  );
  const { handlers } = library;
  if (how === 'met by a save') {
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await putTheme(folders, 'a.json', {
      ...document,
      theme: { ...newTheme(), customCss: '/* theirs */' },
    });
    await library.flush();
  } else {
    await library.start();
    const told = listChange(library, ({ upserted }) => upserted.some((one) => one.id !== id));
    await putTheme(folders, "a (Mia's conflicted copy).json", {
      ...document,
      theme: { ...newTheme(), customCss: '/* ours */' },
    });
    await told;
  }
  const { themes } = await handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  return { library, id, copy };
}

const ways = ['met by a save', 'made by a sync program'] as const;

it.each(ways)(
  'the control: the version that is kept in the dialog has the link (%s)',
  async (how) => {
    const { library, copy } = await twoVersions(how);
    await library.handlers.resolveConflict({ id: copy, keep: 'this' });
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ places }) => places[0]?.templateId)).toEqual(['t-1']);
  },
);

it.each(ways)(
  'the version that is left when the other is deleted has it, too (%s)',
  async (how) => {
    const { library, id, copy } = await twoVersions(how);
    await library.handlers.remove({ ids: [id] });
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((theme) => [theme.id, theme.places[0]?.templateId])).toEqual([[copy, 't-1']]);
  },
);

/** Which template each version has. */
async function linksOf({ handlers }: Library): Promise<Record<string, string | undefined>> {
  const { themes } = await handlers.list(undefined);
  return Object.fromEntries(themes.map(({ id, places }) => [id, places[0]?.templateId]));
}

it.each(ways)('the deleted one has it again once it is back (%s)', async (how) => {
  const { library, id, copy } = await twoVersions(how);
  const { entries } = await library.handlers.remove({ ids: [id] });
  await library.handlers.restore({ entries });
  expect(await linksOf(library)).toEqual({ [id]: 't-1', [copy]: undefined });
});

it.each(ways)('the copy that is deleted after that gives it back (%s)', async (how) => {
  const { library, id, copy } = await twoVersions(how);
  const first = await library.handlers.remove({ ids: [id] });
  await library.setPublication(copy, key, { ...publication, at: '2026-02-02T03:04:05.000Z' });
  await library.handlers.restore({ entries: first.entries });
  expect(await linksOf(library)).toEqual({ [id]: undefined, [copy]: 't-1' });
  await library.handlers.remove({ ids: [copy] });
  expect(await linksOf(library)).toEqual({ [id]: 't-1' });
});

it('of both that are deleted at once, the one that had it has it again', async () => {
  const { library, id, copy } = await twoVersions('met by a save');
  const { entries } = await library.handlers.remove({ ids: [id, copy] });
  await library.handlers.restore({ entries });
  expect(await linksOf(library)).toEqual({ [id]: 't-1', [copy]: undefined });
});

it('one that a person unlinked stays unlinked', async () => {
  const { library, id, copy } = await twoVersions('met by a save');
  await library.unlink(id, key);
  await library.handlers.remove({ ids: [id] });
  expect(await linksOf(library)).toEqual({ [copy]: undefined });
});

it.each(ways)('it has it also when a person has kept it as what is left (%s)', async (how) => {
  const { library, id, copy } = await twoVersions(how);
  await library.handlers.remove({ ids: [id] });
  await library.handlers.resolveConflict({ id: copy, keep: 'both' });
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map(({ places }) => places[0]?.templateId)).toEqual(['t-1']);
});
