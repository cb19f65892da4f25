import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Publication, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  onDay,
  putTheme,
  testLibrary,
  themeDocument,
  unlinkTheme,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const before = new Date('2026-03-01T13:00:00.000Z');

/**
 * Others took a theme away, it came back, and a person deleted it: from then on the bin knows its links,
 * and not what it was when others took it away. Also where Foyer is killed right after.
 */
describe('a theme is deleted after it was missing', () => {
  const day = (days: number): string => onDay(days)().toISOString();
  /** By a computer whose clock is ahead. */
  const link: Publication = { templateId: 't', at: day(9) };

  /** A library on day 1, of a theme with these links and another one. */
  async function onDay1(publications: Record<string, Publication>) {
    const made = await libraryOfOne({ publications }, { now: onDay(1) });
    const { library, folders, document, id } = made;
    await putTheme(folders, 'other.json', themeDocument());
    await library.start();
    const removed = async (): Promise<string> => {
      const { entries } = await library.handlers.remove({ ids: [id] });
      return entries[0] ?? '';
    };
    const comesBack = async (): Promise<void> => {
      await putTheme(folders, 'a.json', document);
      await library.rescan();
    };
    /** Others take its file away, which is known at the next start, and it is restored from a backup. */
    const missingAndRestored = async (backup: ThemeDocument, at: string): Promise<void> => {
      await rm(join(folders.themes, 'a.json'));
      await library.rescan();
      await library.flush();
      await library.putBack(backup, 'keepBoth', at);
    };
    const killed = (): Library => {
      library.close();
      return testLibrary(folders, { now: onDay(1) }).library;
    };
    return { ...made, removed, comesBack, missingAndRestored, killed };
  }

  type Made = Awaited<ReturnType<typeof onDay1>>;

  async function template(library: Library, id: string): Promise<string | undefined> {
    return (await library.saved(id)).publications[key]?.templateId;
  }

  describe.each<[string, (made: Made) => Library]>([
    ['in the same run', ({ library }) => library],
    ['after a kill', ({ killed }) => killed()],
  ])('restored %s', (_when, next) => {
    it('is as unlinked as when it was deleted', async () => {
      const made = await onDay1({ [key]: link });
      const { library, document, id, removed, missingAndRestored } = made;
      await missingAndRestored(document, day(0));
      await unlinkTheme(library, id, key);
      const entry = await removed();
      const then = next(made);
      await then.handlers.restore({ entries: [entry] });
      expect(await template(then, id)).toBeUndefined();
    });

    it('is as unlinked as the backup was from which it had come back', async () => {
      const made = await onDay1({ [key]: link });
      const { document, id, removed, missingAndRestored } = made;
      await missingAndRestored({ ...document, publications: {} }, day(10));
      const entry = await removed();
      const then = next(made);
      await then.handlers.restore({ entries: [entry] });
      expect(await template(then, id)).toBeUndefined();
    });

    it('has the link that it got before it was deleted', async () => {
      const made = await onDay1({});
      const { library, document, id, removed, comesBack, missingAndRestored } = made;
      const entry = await removed();
      await comesBack();
      await missingAndRestored(document, day(0));
      await library.setPublication(id, key, link);
      await removed();
      const then = next(made);
      await then.handlers.restore({ entries: [entry] });
      expect(await template(then, id)).toBe('t');
    });
  });

  it('has the link that it got right before a deletion and a kill', async () => {
    const { library, id, removed, comesBack, killed } = await onDay1({});
    const entry = await removed();
    await comesBack();
    await library.flush();
    await library.setPublication(id, key, link);
    await removed();
    const then = killed();
    await then.handlers.restore({ entries: [entry] });
    expect(await template(then, id)).toBe('t');
  });

  it('has the link that it got before a deletion while the index could not be read', async () => {
    const { library, folders, id, removed, comesBack } = await onDay1({});
    const entry = await removed();
    await comesBack();
    await endLibrary(library);
    const disk = failing('EIO', 'readFrom', (path) => path.endsWith('library-index.jsonl'));
    const next = testLibrary(folders, { now: onDay(1) }).library;
    await next.setPublication(id, key, link);
    await next.handlers.remove({ ids: [id] });
    disk.heal();
    await next.flush();
    await next.handlers.restore({ entries: [entry] });
    expect(await template(next, id)).toBe('t');
  });
});

/**
 * A theme was deleted, came back, was unlinked and deleted again. What the bin has of the first deletion lies on a bad
 * sector; what it has of the last one can be read, and says what the theme is linked to.
 */
describe('an earlier deletion can’t be read', () => {
  const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

  async function deletedTwice(isBad: boolean, between: 'unlinked' | 'published' | 'unpublished') {
    const given = await libraryOfOne(between === 'unlinked' ? { publications } : {});
    const { library, folders, document, id } = given;
    const comesBack = async () => {
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), before, before);
      await library.rescan();
    };
    await library.start();
    await library.handlers.remove({ ids: [id] });
    const first = (await readdir(join(folders.profile, 'bin')))[0] ?? '';
    await comesBack();
    if (between === 'unlinked') await unlinkTheme(library, id, key);
    else if (between === 'published')
      await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await library.handlers.remove({ ids: [id] });
    if (isBad) failing('EIO', 'readFrom', (path) => path.endsWith(first));
    return { ...given, comesBack };
  }

  it.each([false, true])(
    'stays unlinked as its older file comes back: bad sector %s',
    async (bad) => {
      const { library, id, comesBack } = await deletedTwice(bad, 'unlinked');
      await comesBack();
      expect((await library.saved(id)).publications).toEqual({});
    },
  );

  it.each([false, true])(
    'stays linked as its older file comes back: bad sector %s',
    async (bad) => {
      const { library, id, comesBack } = await deletedTwice(bad, 'published');
      await comesBack();
      expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
    },
  );

  it.each([false, true])('is noted what a service took of it: bad sector %s', async (bad) => {
    const { library, id } = await deletedTwice(bad, 'published');
    const at = new Date().toISOString();
    await library.setPublication(id, key, { templateId: 't2', at });
  });

  it.each([false, true])(
    'is linked as an older deletion is taken back: bad sector %s',
    async (bad) => {
      const { library, id, comesBack } = await deletedTwice(false, 'unpublished');
      const entries = (await library.handlers.bin(undefined)).themes
        .map(({ entry }) => entry)
        .sort();
      await comesBack();
      await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
      await library.handlers.remove({ ids: [id] });
      if (bad) failing('EIO', 'readFrom', (path) => path.endsWith(`${entries[0] ?? ''}.json`));
      await library.handlers.restore({ entries: entries.slice(1) });
      await library.rescan();
      expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
    },
  );
});

/**
 * A deleted theme was put back by hand, and what the bin has of it can't be read (a bad sector). It is published all the
 * same. Then Foyer is quit, and a sync program puts the file from before over it: the theme stays linked to its template.
 */
describe('a theme is published while its deletion can’t be read', () => {
  it.each(['well (the control)', 'not at all'] as const)(
    'stays linked: the bin is read %s',
    async (how) => {
      const { library, folders, document, id } = await libraryOfOne();
      await library.start();
      await library.handlers.remove({ ids: [id] });
      await putTheme(folders, 'a.json', document);
      const sector =
        how === 'not at all'
          ? failing('EIO', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
          : undefined;
      await library.rescan();
      await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
      expect(Object.keys((await library.saved(id)).publications)).toEqual([key]);
      await endLibrary(library);
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), before, before);
      const after = testLibrary(folders).library;
      await after.start();
      await after.rescan();
      expect(Object.keys((await after.saved(id)).publications)).toEqual([key]);
      sector?.heal();
    },
  );
});

/**
 * A theme was unlinked from its template, and deleted. An older file of it is put back by hand on a disk that takes nothing
 * more. As long as it can't be written there, the theme is unlinked all the same: it would be published over the template.
 */
describe('an older file is put back on a full disk', () => {
  const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

  it.each(['put over it (the control)', 'deleted'] as const)(
    'is unlinked when it is opened: %s',
    async (how) => {
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.start();
      await unlinkTheme(library, id, key);
      if (how === 'deleted') await library.handlers.remove({ ids: [id] });
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), before, before);
      failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes).toMatchObject([{ places: [{ relation: 'never' }] }]);
      await library.handlers.open({ id });
      expect((await library.current(id)).publications).toEqual({});
    },
  );
});
