/**
 * The last deletion of a theme is deleted for good, while an older one is in the bin: it says still what
 * the theme is linked to.
 */
import { describe, expect, it } from 'vitest';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { libraryOfOne, northwind, onDay, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const day = (days: number): string => onDay(days)().toISOString();
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
