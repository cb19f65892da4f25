/**
 * Others took a theme away, it came back, and a person deleted it: from then on the bin knows its links,
 * and not what it was when others took it away. Also where Foyer is killed right after.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey, type Publication, type ThemeDocument } from '@shared/theme/theme';
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
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
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
    await library.unlink(id, key);
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
