/**
 * A backup is restored in the place of what is here, and names another picture than the theme here. The profile's disk is
 * full, so that what is here can't be kept as a version and isn't replaced. Nothing came from elsewhere, then: the
 * theme's own pictures don't wait to be allowed.
 */
import { expect, it, vi } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

function withPicture(picture: string): ThemeDocument['theme'] {
  const theme = newTheme();
  return {
    ...theme,
    general: { ...theme.general, background: { type: 'Image', content: picture } },
  };
}

it.each([
  ['the control: it names the same one', 'https://pictures.example/here.png'],
  ['it names another one', 'https://pictures.example/there.png'],
])('the theme is as it was: %s', async (_what, picture) => {
  const made = await libraryOfOne({ theme: withPicture('https://pictures.example/here.png') });
  const { library, folders, document, id } = made;
  await library.start();
  await library.handlers.open({ id });
  const before = await themesOnDisk(folders);
  const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.profile));
  const given = { ...document, name: 'Harbour, autumn', theme: withPicture(picture) };
  await expect(library.putBack(given, 'replace')).rejects.toMatchObject({
    problem: { code: 'storageFull' },
  });
  heal();
  await library.flush();
  expect(await themesOnDisk(folders)).toEqual(before);
});
