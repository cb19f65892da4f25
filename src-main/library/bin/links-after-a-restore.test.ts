/**
 * A theme comes back as it was before it was published, while the bin knows what became of it later:
 * saved as a new one, its template would be there twice.
 */
import { basename, dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme, publicationKey, type Publication } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, northwind, onDay, putTheme, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const of = (at: string, templateId = 't'): { publications: Record<string, Publication> } => ({
  publications: { [key]: { templateId, at } },
});
const day = (days: number): string => onDay(days)().toISOString();
const later = { ...newTheme(), customCss: '/* later */' };

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
