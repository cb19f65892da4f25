/**
 * Tags were edited, and another computer wrote others while the history's disk refuses what a theme was: a quit would
 * lose them, and asks first, as for any other edit.
 */
import { expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, putThemeOf, themeState } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const theirs: Partial<ThemeDocument> = { tags: ['theirs'], updatedAt: '2026-03-03T03:03:03.000Z' };

it.each([
  ['the control: they wrote another name, too', { ...theirs, name: 'Theirs' }],
  ['they wrote other tags alone', theirs],
])('they are told before the end: %s', async (_name, written) => {
  const { library, folders, document, id } = await libraryOfOne({}, { versionRetryMs: 60_000 });
  // The library lies on another disk than the profile, whose disk is full.
  const disk = failing('ENOSPC', 'writeTo', (path) => path.includes('history'));
  await library.handlers.open({ id });
  await library.handlers.setTags({ id, tags: ['client', 'spring'] });
  const taken = themeState(library, id, ({ tags }) => tags.includes('theirs'));
  // At once: read by half, it would be a damaged file for a moment.
  await putThemeOf(new Date(), folders, 'a.json', { ...document, ...written });
  await library.rescan();
  await taken;
  await vi.waitFor(async () =>
    expect(await library.saveEdits()).toContainEqual(
      expect.objectContaining({ kind: 'version', name: 'Harbour' }),
    ),
  );
  disk.heal();
  expect(await library.saveEdits()).toEqual([]);
  const { versions } = await library.handlers.versions({ id });
  const tags = [];
  for (const { version } of versions)
    tags.push((await library.handlers.version({ id, version })).tags);
  expect(tags).toContainEqual(['client', 'spring']);
});
