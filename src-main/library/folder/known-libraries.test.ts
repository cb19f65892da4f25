import { expect, it, vi } from 'vitest';
import { knownLibraries, type KeptLibraries } from '../testing/known-libraries';

/** The marks of the folders that are there. */
const marks = vi.hoisted(() => new Map<string, string>());

vi.mock('../../storage/storage', async (original) => ({
  ...(await original<typeof import('../../storage/storage')>()),
  folderMark: (folder: string) => Promise.resolve(marks.get(folder)),
}));

it('a library is the same one where its folder was renamed, and not what lies in its old folder', () => {
  const libraries = knownLibraries();
  libraries.found('/one', 'mark 1');
  const first = libraries.of('/one');
  libraries.found('/renamed', 'mark 1');
  expect(libraries.isIn(first, '/renamed')).toBe(true);
  libraries.found('/one', 'mark 2');
  expect(libraries.isIn(first, '/one')).toBe(false);
});

it('two whose folders change names stay two', () => {
  const libraries = knownLibraries();
  libraries.found('/one', 'mark 1');
  libraries.found('/two', 'mark 2');
  const [first, second] = [libraries.of('/one'), libraries.of('/two')];
  libraries.found('/two', 'mark 1');
  libraries.found('/one', 'mark 2');
  expect([libraries.isIn(first, '/two'), libraries.isIn(second, '/one')]).toEqual([true, true]);
  expect([libraries.isIn(first, '/one'), libraries.isIn(second, '/two')]).toEqual([false, false]);
});

it('a copy, and one on a disk that does not tell, are other libraries', () => {
  const libraries = knownLibraries();
  libraries.found('/one', 'mark 1');
  const first = libraries.of('/one');
  libraries.found('/copy', 'mark 2');
  libraries.found('/elsewhere', undefined);
  expect(libraries.isIn(first, '/copy')).toBe(false);
  expect(libraries.isIn(first, '/elsewhere')).toBe(false);
});

it('the folder that a move has left is any folder', () => {
  const libraries = knownLibraries();
  libraries.found('/one', 'mark 1');
  const first = libraries.of('/one');
  libraries.moved('/one', '/two', 'mark 2');
  libraries.found('/one', 'mark 1');
  expect(libraries.isIn(first, '/one')).toBe(false);
  libraries.found('/renamed', 'mark 2');
  expect(libraries.isIn(first, '/renamed')).toBe(true);
});

it('one that was moved into the folder of another, which was renamed before, is both', () => {
  const libraries = knownLibraries();
  libraries.found('/one', 'mark 1');
  libraries.found('/two', 'mark 2');
  const [first, second] = [libraries.of('/one'), libraries.of('/two')];
  libraries.moved('/one', '/renamed', 'mark 2');
  libraries.found('/renamed', 'mark 2');
  expect([first, second].map((id) => libraries.isIn(id, '/renamed'))).toEqual([true, true]);
});

it('one that was made anew in its place is that one, until that turns up elsewhere', () => {
  const libraries = knownLibraries();
  libraries.found('/one', 'mark 1');
  const first = libraries.of('/one');
  libraries.found('/one', 'mark 2');
  const anew = libraries.of('/one');
  expect(libraries.isIn(first, '/one')).toBe(true);
  libraries.found('/renamed', 'mark 2');
  expect([first, anew].map((id) => libraries.isIn(id, '/renamed'))).toEqual([true, true]);
  libraries.found('/restored', 'mark 1');
  expect([first, anew].map((id) => libraries.isIn(id, '/restored'))).toEqual([true, false]);
  expect([first, anew].map((id) => libraries.isIn(id, '/renamed'))).toEqual([false, true]);
});

it('a clone of its disk in its place is another one, once the library turned up elsewhere', () => {
  const libraries = knownLibraries();
  libraries.found('/one', 'disk1 5 9');
  const first = libraries.of('/one');
  libraries.found('/one', 'disk2 5 9');
  libraries.found('/renamed', 'disk1 5 9');
  libraries.found('/one', 'disk2 5 9');
  expect([libraries.isIn(first, '/renamed'), libraries.isIn(first, '/one')]).toEqual([true, false]);
});

it.each([
  ['is the same one once its own folder is gone', false],
  ['is a clone while the library lies where it was', true],
])('one of another disk, with the same inode and time of making, %s', async (_name, isClone) => {
  marks.clear();
  const libraries = knownLibraries();
  marks.set('/one', 'disk1 5 9');
  await libraries.look('/one');
  const first = libraries.of('/one');
  if (!isClone) marks.delete('/one');
  marks.set('/renamed', 'disk2 5 9');
  await libraries.look('/renamed');
  expect(libraries.isIn(first, '/renamed')).toBe(!isClone);
});

it('a later run knows each by the name that lasts, wherever its folder is by then', async () => {
  const kept: KeptLibraries = { libraries: [] };
  const before = knownLibraries(kept);
  marks.clear();
  marks.set('/one', 'disk1 5 9').set('/two', 'disk1 6 9');
  for (const folder of ['/one', '/two']) await before.look(folder);
  const [one, two] = [before.lastingId('/one') ?? '', before.lastingId('/two') ?? ''];
  expect(one).not.toBe(two);
  marks.clear();
  marks.set('/renamed', 'disk1 5 9').set('/two', 'disk2 6 9');
  const after = knownLibraries(kept);
  for (const folder of ['/renamed', '/two']) await after.look(folder);
  expect([after.lastingId('/renamed'), after.lastingId('/two')]).toEqual([one, two]);
  expect(after.withLastingId(one)).toBe(after.of('/renamed'));
});

it('a later run knows what counts as another one, and that it is one of its own again', async () => {
  const kept: KeptLibraries = { libraries: [] };
  const before = knownLibraries(kept);
  marks.clear();
  marks.set('/one', 'disk1 5 9');
  await before.look('/one');
  const one = before.lastingId('/one') ?? '';
  marks.set('/one', 'disk1 8 12');
  await before.look('/one');
  expect(before.lastingId('/one')).not.toBe(one);
  const after = knownLibraries(kept);
  await after.look('/one');
  const isIn = (folder: string) => after.isIn(after.withLastingId(one) ?? 0, folder);
  expect(isIn('/one')).toBe(true);
  marks.set('/renamed', 'disk1 5 9');
  await after.look('/renamed');
  expect([isIn('/one'), isIn('/renamed')]).toEqual([false, true]);
});

it('a run that was killed as it moved one knows it in its new folder', async () => {
  const kept: KeptLibraries = { libraries: [] };
  const before = knownLibraries(kept);
  marks.clear();
  marks.set('/one', 'disk1 5 9').set('/two', 'disk1 6 9');
  await before.look('/one');
  const one = before.lastingId('/one');
  kept.move = { from: '/one', to: '/two', files: [], kept: [], isChosen: true };
  const after = knownLibraries(kept);
  await after.settle('/two');
  await after.look('/two');
  expect(after.lastingId('/two')).toBe(one);
});

it('what was found before the libraries could be read is where they are', async () => {
  const kept: KeptLibraries = { libraries: [] };
  const before = knownLibraries(kept);
  marks.clear();
  marks.set('/one', 'disk1 5 9').set('/two', 'disk1 6 9');
  for (const folder of ['/one', '/two']) await before.look(folder);
  const ids = [before.lastingId('/one'), before.lastingId('/two')];
  kept.isUnread = true;
  const after = knownLibraries(kept);
  // Their folders have changed names.
  marks.set('/one', 'disk1 6 9').set('/two', 'disk1 5 9');
  await after.look('/one');
  kept.isUnread = false;
  await after.read();
  await after.look('/two');
  expect([after.lastingId('/two'), after.lastingId('/one')]).toEqual(ids);
  after.close();
});

/** A library and a copy of it that lies in its folder, as the run before left them. */
async function copyInItsPlace(): Promise<{ kept: KeptLibraries; own: string; copy: string }> {
  const kept: KeptLibraries = { libraries: [] };
  const before = knownLibraries(kept);
  marks.clear();
  marks.set('/one', 'disk1 5 9');
  await before.look('/one');
  const own = before.lastingId('/one') ?? '';
  marks.set('/one', 'disk1 6 12');
  await before.look('/one');
  return { kept, own, copy: before.lastingId('/one') ?? '' };
}

it.each([
  ['in time', false],
  ['late', true],
])('a library that is put back is itself, and its copy another one: read %s', async (_, isLate) => {
  const { kept, own, copy } = await copyInItsPlace();
  kept.isUnread = isLate;
  const after = knownLibraries(kept);
  await after.look('/one');
  const shown = after.of('/one');
  marks.set('/one', 'disk1 5 9').set('/aside', 'disk1 6 12');
  await after.look('/one');
  kept.isUnread = false;
  await after.read();
  after.close();
  expect(after.lastingId('/one')).toBe(own);
  expect(after.isIn(after.withLastingId(copy) ?? 0, '/one')).toBe(false);
  // What was asked for while the copy was shown is its own.
  expect(after.isIn(shown, '/one')).toBe(false);
  await after.look('/aside');
  expect(after.isIn(shown, '/aside')).toBe(true);
});

it('two of which an earlier version noted that each counts as the other are two', async () => {
  const { kept, own, copy } = await copyInItsPlace();
  marks.set('/one', 'disk1 5 9');
  kept.libraries = [
    { id: copy, countsAs: own, marks: ['disk1 6 12'] },
    { id: own, folder: '/one', countsAs: copy, marks: ['disk1 5 9'] },
  ];
  const after = knownLibraries(kept);
  await after.look('/one');
  expect(after.lastingId('/one')).toBe(own);
  expect(kept.libraries).toMatchObject([
    { id: copy, countsAs: own },
    { id: own, folder: '/one', countsAs: undefined },
  ]);
});

it('a disk that has another number is no other library where the list is read late', async () => {
  const kept: KeptLibraries = { libraries: [] };
  const before = knownLibraries(kept);
  marks.clear();
  marks.set('/one', 'disk1 5 9');
  await before.look('/one');
  const one = before.lastingId('/one');
  kept.isUnread = true;
  const after = knownLibraries(kept);
  marks.clear();
  marks.set('/renamed', 'disk2 5 9');
  await after.look('/renamed');
  kept.isUnread = false;
  await after.read();
  after.close();
  expect(after.lastingId('/renamed')).toBe(one);
});

it('moves are noted until the list has them, one after the other', async () => {
  const kept: KeptLibraries = { libraries: [] };
  const first = knownLibraries(kept);
  marks.clear();
  marks.set('/one', 'disk1 5 9').set('/two', 'disk1 6 9').set('/three', 'disk1 7 9');
  await first.look('/one');
  const one = first.lastingId('/one');
  kept.isUnread = true;
  for (const [from, to] of [
    ['/one', '/two'],
    ['/two', '/three'],
  ] as const) {
    const run = knownLibraries(kept);
    await run.look(from);
    run.moved(from, to, await run.markOf(to));
    await run.keep();
    run.close();
  }
  kept.isUnread = false;
  const last = knownLibraries(kept);
  await last.look('/three');
  expect(last.lastingId('/three')).toBe(one);
  expect(kept).toMatchObject({ unlisted: [], libraries: [{ id: one, folder: '/three' }] });
  const next = knownLibraries(kept);
  await next.look('/three');
  expect(next.lastingId('/three')).toBe(one);
});
