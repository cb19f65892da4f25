/**
 * A theme was changed in two places. Another program takes the file of the one version away, which nobody here was told
 * yet, and a person decides for that one. A decision that can't be had is refused, and the other version stays: it is the
 * only one.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { libraryOfOne, putTheme, themeDocument, themeFiles } from '../testing/fixture-library';

/** The files of the library after the decision. */
async function decided(isOpen: boolean): Promise<string[]> {
  const { folders, library, document, id } = await libraryOfOne();
  const { handlers } = library;
  const copy = themeDocument({
    name: 'Harbour (other version)',
    conflictOf: { id, name: document.name },
    theme: { ...newTheme(), customCss: '/* theirs */' },
  });
  await putTheme(folders, 'b.json', copy);
  await library.start();
  // It was open in the studio before.
  if (isOpen) await handlers.open({ id });
  await rm(join(folders.themes, 'a.json'));
  await Promise.resolve(handlers.resolveConflict({ id: copy.id, keep: 'other' })).catch(
    () => undefined,
  );
  await library.flush();
  return themeFiles(folders);
}

it('the control: it was not open', async () => {
  expect(await decided(false)).toEqual(['b.json']);
});

it('it was open before', async () => {
  expect(await decided(true)).not.toEqual([]);
});
