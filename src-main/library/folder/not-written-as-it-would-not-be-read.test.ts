/**
 * What came of a theme could not be read again from its file. It is not written: the file stays as it was, a person is
 * told that the theme is unsaved, and what they do next is saved with it once the theme is one again.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme, type Theme } from '@shared/theme/theme';
import { libraryOfOne, problem, restarted, savedWhenAsked } from '../testing/fixture-library';

/** An avatar without its switch. */
const noTheme = {
  ...newTheme(),
  chat: { ...newTheme().chat, hostAvatar: { url: 'https://pictures.example/face.png' } },
} as unknown as Theme;

it('keeps it unsaved, and tells so, until it can be read', async () => {
  const { library, folders, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  const { handlers } = library;
  await handlers.open({ id });
  const inFile = () => readFile(join(folders.themes, 'a.json'), 'utf8');
  const before = await inFile();
  const replacing = library.whileReplaced(id, (inPlace) =>
    library.replace(id, (present) => ({ ...present, theme: noTheme }), inPlace),
  );
  await expect(replacing).rejects.toMatchObject(problem('storageFailed', { isRetried: true }));
  expect(await library.saveEdits()).toMatchObject([problem('storageFailed')]);
  expect(library.flushAtOnce()).toMatchObject([problem('storageFailed')]);
  expect(await inFile()).toBe(before);

  await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.isEnabled', value: true }] });
  expect(await library.saveEdits()).toEqual([]);
  const later = await restarted(folders, library);
  expect(await later.handlers.list(undefined)).toMatchObject({ themes: [{ id }], unreadable: [] });
  const { theme } = await later.current(id);
  const url = 'https://pictures.example/face.png';
  expect(theme.chat.hostAvatar).toEqual({ isEnabled: true, url });
});
