import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  listChange,
  northwind,
  putTheme,
  savedWhenAsked,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

/**
 * A theme that is published was changed in two places. A person sees both versions beside each other in the library,
 * and deletes the one that they don't want, as they delete any theme, in place of deciding in the dialog: "of two
 * versions of one theme, the link to a template stays, so that publishing doesn't create a duplicate".
 */
describe('one of two versions is deleted', () => {
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
      expect(themes.map((theme) => [theme.id, theme.places[0]?.templateId])).toEqual([
        [copy, 't-1'],
      ]);
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
    await unlinkTheme(library, id, key);
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
});

/**
 * A sync program brings a conflicted copy of a theme that is linked to a template. The person gives the template to the
 * copy, which is the version they want published: the theme is unlinked, the copy is linked (or published). Later they
 * choose the copy.
 */
describe('the template is given to the copy before the decision', () => {
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

    await unlinkTheme(library, id, key);
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
});

/**
 * A person unlinks a theme from its template, so that the next publication makes another one. A sync program then brings a
 * conflicted copy of it, from another computer that edited the theme before it knew of that. The person keeps the theme.
 */
describe('one of two versions was unlinked', () => {
  it.each(['deletes the copy', 'chooses the theme'] as const)(
    'stays unlinked, where the person %s',
    async (how) => {
      const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.handlers.list(undefined);
      await unlinkTheme(library, id, key);
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
      expect(await library.saved(id)).toMatchObject({
        publications,
        unlinked: { [key]: { t: 1 } },
      });
    },
  );

  it('is linked again once the copy that was chosen comes back from the bin', async () => {
    const { library, id, copy, publications } = await withUnlinkedVersion();
    const { entries } = await library.handlers.resolveConflict({ id: copy, keep: 'this' });
    expect((await library.saved(id)).publications).toEqual({});
    await library.handlers.restore({ entries });
    expect(await library.saved(id)).toMatchObject({ publications });
  });
});

/**
 * A theme is linked to a template; a conflicted copy of it comes from a computer on which it was unlinked. A person decides
 * or deletes, takes that back with Ctrl Z, and chooses the copy: it is what it would have been without what they took back.
 */
describe('a decision is taken back, and made again', () => {
  it.each(['nothing', 'chooses the copy', 'chooses the theme', 'deletes the copy'] as const)(
    'stays unlinked where the copy is chosen: before, the person takes back: %s',
    async (first) => {
      const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.handlers.list(undefined);
      const theme = { ...newTheme(), customCss: '/* unlinked */' };
      const theirs = { ...document, theme, publications: {}, unlinked: { [key]: { t: 1 } } };
      await putTheme(folders, "a (Anna's conflicted copy 2026-11-27).json", theirs);
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const copy = themes.find((each) => each.id !== id)?.id ?? '';
      expect(themes).toHaveLength(2);
      if (first !== 'nothing') {
        const { entries } =
          first === 'deletes the copy'
            ? await library.handlers.remove({ ids: [copy] })
            : await library.handlers.resolveConflict({
                id: copy,
                keep: first === 'chooses the copy' ? 'this' : 'other',
              });
        if (first === 'chooses the copy') await library.handlers.undo({ id });
        await library.handlers.restore({ entries });
        expect(await library.saved(id)).toMatchObject({ publications });
      }
      await library.handlers.resolveConflict({ id: copy, keep: 'this' });
      expect((await library.saved(id)).publications).toEqual({});
    },
  );
});

/**
 * A sync program brings a conflicted copy of a theme that is linked to a template. A person publishes the copy by mistake,
 * which makes another template, and unlinks the copy from that one; or links the copy to a wrong template, and takes that back
 * with Ctrl Z. Then they decide between the two versions: nobody took
 * the theme's own template away. "If you delete one of two versions of a theme that changed in two places, its link to a
 * template goes to the other."
 */
describe('the copy was unlinked from another template', () => {
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
    if (before !== 'nothing') await unlinkTheme(library, copy, key);
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
});
