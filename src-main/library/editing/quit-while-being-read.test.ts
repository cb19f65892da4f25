/**
 * A person changes a theme that isn't open (F2 on its card, a name, Enter) and quits. The disk takes its time to read its
 * file: one that has to spin up, a share, a theme that the cloud app fetches first. Foyer waits for a moment, and then asks
 * before it quits; what it has taken is not gone unsaid, and no file that never comes holds up its end.
 */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import { libraryOfOne, northwind, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);

type Change = (library: Library, id: string) => unknown;
const rename: Change = ({ handlers }, id) => handlers.rename({ id, name: 'Lagoon' });
const changes: readonly (readonly [string, Change])[] = [
  ['a name', rename],
  [
    'a value',
    ({ handlers }, id) =>
      handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lagoon' }] }),
  ],
  ['tags', ({ handlers }, id) => handlers.setTags({ id, tags: ['Lagoon'] })],
  ['a link taken', (library, id) => library.unlink(id, key, 't1')],
  ['a link about to be taken', (library, id) => library.upToDate(id)],
];

type End = (library: Library) => Promise<readonly { name: string }[]>;
const ends: readonly (readonly [string, End])[] = [
  ['the question at the end', (library) => library.saveEdits()],
  ['the end', (library) => library.flush()],
  ['the end of the system', (library) => Promise.resolve(library.flushAtOnce())],
];

async function changed(change: Change, readWithinMs: number, isRefused = false) {
  const { library, folders, id } = await libraryOfOne(
    { publications: { [key]: { templateId: 't1', at: '2026-01-02T03:04:05.000Z' } } },
    { pace: savedWhenAsked, readWithinMs },
  );
  await library.start();
  const isIt = (path: string): boolean => path === join(folders.themes, 'a.json');
  const slow = held('readFrom', isIt);
  if (isRefused) failing('EIO', 'readFrom', isIt);
  const made = Promise.resolve(change(library, id)).catch((error: unknown) => error);
  await slow.isReached;
  return { library, folders, slow, made };
}

describe('what is being changed of a theme whose file is still being read', () => {
  it.each(
    ends.flatMap(([end, ending]) => changes.map((change) => [...change, end, ending] as const)),
  )('is named: %s (%s)', async (_name, change, _end, ending) => {
    const { library } = await changed(change, 0);
    expect(await ending(library)).toMatchObject([
      { name: 'Harbour', problem: { code: 'storageNotRead' } },
    ]);
  });

  it.each(ends.slice(0, 2))('is waited for: %s', async (_name, end) => {
    const { library, folders, slow, made } = await changed(rename, 60_000);
    const ending = end(library);
    slow.letGo();
    expect(await ending).toEqual([]);
    expect(await made).toEqual({ replaced: 'Harbour' });
    expect(await themesOnDisk(folders)).toMatchObject([{ name: 'Lagoon' }]);
  });

  it.each(ends.slice(0, 2))('is named where it is refused by then: %s', async (_name, end) => {
    const { library, slow, made } = await changed(rename, 60_000, true);
    const ending = end(library);
    slow.letGo();
    expect(await ending).toMatchObject([{ name: 'Harbour', problem: { code: 'storageNotRead' } }]);
    expect(await made).toMatchObject({ problem: { code: 'storageNotRead' } });
  });

  it('is not named any more once the theme has it', async () => {
    const { library, slow, made } = await changed(rename, 0);
    slow.letGo();
    await made;
    expect(await library.saveEdits()).toEqual([]);
  });

  it('is nothing where the theme is only opened', async () => {
    const { library } = await changed(({ handlers }, id) => handlers.open({ id }), 0);
    expect(await library.saveEdits()).toEqual([]);
  });
});
