/**
 * A theme of the bin comes back. When a link was made is told by another computer's clock than when the
 * theme was deleted: one of the two is ahead or behind.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey, type Publication } from '@shared/theme/theme';
import { libraryOfOne, northwind, onDay, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const day = (days: number): string => onDay(days)().toISOString();
const later = { ...newTheme(), customCss: '/* later */' };
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

  it.each(ends)('has its own link as it was, where it was %s with the same', async (_end, end) => {
    const made = await onDay5(linked(at));
    const entry = await made.removed();
    await made.comesBack(linked(at));
    await end(made);
    expect(await made.restored(entry)).toEqual(linked(at).publications[key]);
  });
});
