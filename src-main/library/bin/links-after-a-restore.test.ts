import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme, type Publication, publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, northwind, onDay, putTheme, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const day = (days: number): string => onDay(days)().toISOString();
const later = { ...newTheme(), customCss: '/* later */' };

/**
 * A theme comes back as it was before it was published, while the bin knows what became of it later:
 * saved as a new one, its template would be there twice.
 */
describe('links of a theme that comes back from before its publication', () => {
  const of = (at: string, templateId = 't'): { publications: Record<string, Publication> } => ({
    publications: { [key]: { templateId, at } },
  });

  /** A library whose clock a test sets. */
  async function dated(link: { publications: Record<string, Publication> }) {
    let today = 0;
    const made = await libraryOfOne(link, { now: () => onDay(today)() });
    const { library, folders, document, id } = made;
    const on = (days: number): void => {
      today = days;
    };
    const removed = async (): Promise<string> => {
      const { entries } = await library.handlers.remove({ ids: [id] });
      return entries[0] ?? '';
    };
    /** By a sync client, say, beside what is in the bin. */
    const comesBack = async (changes: object): Promise<void> => {
      await putTheme(folders, 'a.json', { ...document, ...changes });
      await library.rescan();
    };
    const template = async () => (await library.saved(id)).publications[key]?.templateId;
    return { ...made, on, removed, comesBack, template };
  }

  describe('an earlier deletion that is restored', () => {
    it('has the link that a later one has', async () => {
      const { library, on, removed, comesBack, template } = await dated({ publications: {} });
      on(1);
      const entry = await removed();
      await comesBack({ ...of(day(2)), theme: later });
      on(3);
      await removed();
      await library.handlers.restore({ entries: [entry] });
      expect(await template()).toBe('t');
    });

    it('comes back without it where that later one can’t be read', async () => {
      const { library, on, removed, comesBack, template } = await dated({ publications: {} });
      on(1);
      const entry = await removed();
      await comesBack({ ...of(day(2)), theme: later });
      on(3);
      const last = await removed();
      failing('EIO', 'open', (path) => basename(path) === `${last}.json`);
      await library.handlers.restore({ entries: [entry] });
      expect(await template()).toBeUndefined();
    });

    it('is as unlinked as the last one was', async () => {
      const { library, on, removed, comesBack, template } = await dated({ publications: {} });
      on(1);
      const entry = await removed();
      await comesBack({ ...of(day(2)), theme: later });
      on(3);
      await removed();
      await comesBack({ publications: {} });
      on(4);
      await removed();
      await library.handlers.restore({ entries: [entry] });
      expect(await template()).toBeUndefined();
    });

    it('stays unlinked where it was unlinked before it was deleted', async () => {
      const { library, on, removed, comesBack, template } = await dated(of(day(0)));
      on(1);
      await removed();
      await comesBack({ publications: {} });
      on(2);
      const entry = await removed();
      await library.handlers.restore({ entries: [entry] });
      expect(await template()).toBeUndefined();
    });
  });

  describe('a backup from before the publication', () => {
    it.each(['in the bin', 'deleted for good'])(
      'has the link of the theme that is %s',
      async (where) => {
        const { library, document, on, removed, template } = await dated(of(day(2)));
        on(3);
        const entry = await removed();
        if (where === 'deleted for good') await library.handlers.discard({ entries: [entry] });
        const given = { ...document, publications: {} };
        await library.putBack(given, 'keepBoth', day(1));
        expect(await template()).toBe('t');
      },
    );

    it('has the template to which the theme was linked last', async () => {
      const { library, document, on, removed, template } = await dated(of(day(2), 'second'));
      on(3);
      await removed();
      await library.putBack({ ...document, ...of(day(0), 'first') }, 'keepBoth', day(1));
      expect(await template()).toBe('second');
    });

    it('gets no link that the theme had already and lost before the backup', async () => {
      const { library, document, on, removed, template } = await dated(of(day(0)));
      on(1);
      await removed();
      await library.putBack({ ...document, publications: {} }, 'keepBoth', day(2));
      expect(await template()).toBeUndefined();
    });

    it('is restored all the same where the bin is another person’s to read', async () => {
      const { library, document, on, removed, template } = await dated(of(day(2)));
      on(3);
      await removed();
      failing('EACCES', 'open', (path) => basename(dirname(path)) === 'bin');
      const given = { ...document, publications: {} };
      expect(await library.putBack(given, 'keepBoth', day(1))).toMatchObject({ outcome: 'added' });
      expect(await template()).toBeUndefined();
    });

    it('waits while the bin can’t be read, and is not added without its link', async () => {
      const { library, folders, document, on, removed, template } = await dated(of(day(2)));
      on(3);
      await removed();
      const given = { ...document, publications: {} };
      const disk = failing('EIO', 'open', (path) => basename(dirname(path)) === 'bin');
      const { outcome } = await library.putBack(given, 'keepBoth', day(1));
      expect([outcome, await themesOnDisk(folders)]).toEqual(['unread', []]);
      disk.heal();
      await library.putBack(given, 'keepBoth', day(1));
      expect(await template()).toBe('t');
    });
  });
});

/**
 * The last deletion of a theme is deleted for good, while an older one is in the bin: it says still what
 * the theme is linked to.
 */
describe('links that have gone for good', () => {
  const linked = (templateId: string, at: string): Record<string, Publication> => ({
    [key]: { templateId, at },
  });

  /** A library on day 5, whose theme was deleted twice, the second time for good. */
  async function deletedTwice(
    first: Record<string, Publication>,
    second: Record<string, Publication>,
  ) {
    const made = await libraryOfOne({ publications: first }, { now: onDay(5) });
    const { library, folders, document, id } = made;
    const removed = async (): Promise<string> => {
      const { entries } = await library.handlers.remove({ ids: [id] });
      return entries[0] ?? '';
    };
    const entry = await removed();
    await putTheme(folders, 'a.json', { ...document, publications: second });
    await library.rescan();
    await library.handlers.discard({ entries: [await removed()] });
    const fromBackup = async (): Promise<unknown> =>
      library.putBack({ ...document, publications: {} }, 'keepBoth', day(1));
    const template = async () => (await library.saved(id)).publications[key]?.templateId;
    return { ...made, entry, fromBackup, template };
  }

  describe('a link that is noted when the last deletion has gone for good', () => {
    const noted = async () => {
      const made = await deletedTwice({}, linked('first', day(2)));
      await made.library.setPublication(made.id, key, { templateId: 'second', at: day(3) });
      return made;
    };

    it('comes back with the theme from a backup', async () => {
      const { fromBackup, template } = await noted();
      await fromBackup();
      expect(await template()).toBe('second');
    });

    it('comes back with the theme from the bin', async () => {
      const { library, entry, template } = await noted();
      await library.handlers.restore({ entries: [entry] });
      expect(await template()).toBe('second');
    });
  });

  describe('a theme that was unlinked when it was deleted for good', () => {
    it.each([
      ['right', day(2)],
      ['ahead', day(9)],
    ])('stays unlinked, where the clock that dated the link is %s', async (_how, at) => {
      const { fromBackup, template } = await deletedTwice(linked('t', at), {});
      await fromBackup();
      expect(await template()).toBeUndefined();
    });

    it('stays unlinked where the older deletion is gone for good as well', async () => {
      const { library, entry, fromBackup, template } = await deletedTwice(linked('t', day(2)), {});
      await library.handlers.discard({ entries: [entry] });
      await fromBackup();
      expect(await template()).toBeUndefined();
    });

    it('has the link that is noted afterwards', async () => {
      const { library, id, fromBackup, template } = await deletedTwice(linked('t', day(2)), {});
      await library.setPublication(id, key, { templateId: 'second', at: day(3) });
      await fromBackup();
      expect(await template()).toBe('second');
    });
  });
});

/**
 * A theme of the bin comes back. When a link was made is told by another computer's clock than when the
 * theme was deleted: one of the two is ahead or behind.
 */
describe('links of other clocks', () => {
  const linked = (at: string, templateId = 't'): { publications: Record<string, Publication> } => ({
    publications: { [key]: { templateId, at, attempt: 'a' } },
  });
  const unlinked = { publications: {} };

  /** A library on day 5, and what others do to its theme. */
  async function onDay5(first: { publications: Record<string, Publication> }) {
    const made = await libraryOfOne(first, { now: onDay(5) });
    const { library, folders, document, id } = made;
    const removed = async (): Promise<string> => {
      const { entries } = await library.handlers.remove({ ids: [id] });
      return entries[0] ?? '';
    };
    const comesBack = async (changes: object): Promise<void> => {
      await putTheme(folders, 'a.json', { ...document, theme: later, ...changes });
      await library.rescan();
    };
    const takenAway = async (): Promise<void> => {
      await rm(join(folders.themes, 'a.json'));
      await library.rescan();
    };
    const restored = async (entry: string): Promise<Publication | undefined> => {
      await library.handlers.restore({ entries: [entry] });
      return (await library.saved(id)).publications[key];
    };
    return { ...made, removed, comesBack, takenAway, restored };
  }

  type Made = Awaited<ReturnType<typeof onDay5>>;

  /** The theme goes a last time. */
  const ends: [string, (made: Made) => Promise<unknown>][] = [
    ['deleted', ({ removed }) => removed()],
    ['taken away by others', ({ takenAway }) => takenAway()],
  ];

  describe.each([
    ['ahead', day(9)],
    ['right', day(5)],
    ['behind', day(1)],
  ])('the clock that dated the link is %s', (_how, at) => {
    it.each(ends)('has the link that it got before it was %s', async (_end, end) => {
      const made = await onDay5(unlinked);
      const entry = await made.removed();
      await made.comesBack(linked(at));
      await end(made);
      expect(await made.restored(entry)).toMatchObject({ templateId: 't' });
    });

    it.each(ends)('stays unlinked where an older file was %s later', async (_end, end) => {
      const made = await onDay5(linked(at));
      await made.removed();
      await made.comesBack(unlinked);
      const entry = await made.removed();
      await made.comesBack(linked(at));
      await end(made);
      expect(await made.restored(entry)).toBeUndefined();
    });

    it.each(ends)(
      'has its own link as it was, where it was %s with the same',
      async (_end, end) => {
        const made = await onDay5(linked(at));
        const entry = await made.removed();
        await made.comesBack(linked(at));
        await end(made);
        expect(await made.restored(entry)).toEqual(linked(at).publications[key]);
      },
    );
  });
});
