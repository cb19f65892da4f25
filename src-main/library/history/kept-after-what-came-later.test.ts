/** The disk refuses one version, and takes the next one: that was handed in before the refusal was known. */
import { expect, it, vi } from 'vitest';
import { failing, held } from '../testing/fake-disk';
import { endLibrary, libraryOfOne, testLibrary } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: once it is kept', false],
  ['before it is refused', true],
])('the version that a person keeps is the newest: %s', async (_name, isRefused) => {
  const { library, id } = await libraryOfOne({}, { versionRetryMs: 20 });
  await library.handlers.open({ id });
  const isHistory = (path: string) => path.includes('/history/');
  const slow = isRefused ? held('writeTo', isHistory) : undefined;
  // What it was before the edit is a version from here on.
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await slow?.isReached;
  const disk = isRefused
    ? failing('EIO', 'link', (path) => path.endsWith('000000000001.jsonl'))
    : undefined;
  const keeping = library.handlers.keepVersion({ id, name: 'Kept' });
  slow?.letGo();
  await keeping;
  disk?.heal();
  await vi.waitFor(async () =>
    expect((await library.handlers.versions({ id })).versions).toHaveLength(2),
  );
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toEqual(['Kept', null]);
});

it('the version that a person keeps is the newest while an earlier one can’t be read', async () => {
  const { library: before, folders, id } = await libraryOfOne();
  await before.handlers.keepVersion({ id, name: 'Earlier' });
  await endLibrary(before);
  const unread = failing('EIO', 'readFrom', (path) => path.endsWith('000000000001.jsonl'));
  const disk = failing('EIO', 'link', (path) => path.endsWith('000000000002.jsonl'));
  const { library } = testLibrary(folders, { versionRetryMs: 60_000 });
  await library.handlers.open({ id });
  // What it was before the edit is refused.
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await library.handlers.versions({ id });
  disk.heal();
  await library.handlers.keepVersion({ id, name: 'Kept' });
  await library.saveEdits();
  unread.heal();
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toEqual(['Kept', null, 'Earlier']);
});
