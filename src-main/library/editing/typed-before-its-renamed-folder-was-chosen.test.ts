/**
 * A person renames the library's folder in the file manager while a theme is open, types in the studio (Foyer doesn't know
 * yet where the folder is), and then chooses it under its new name: it is the same library, and has what was typed.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

async function fontAfter(isTyped: 'before' | 'after') {
  const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
  const { handlers } = library;
  await handlers.open({ id });
  const type = () => handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  if (isTyped === 'before') {
    await type();
    await library.saveEdits();
  }
  const renamed = join(folders.root, 'renamed');
  await rename(folders.themes, renamed);
  if (isTyped === 'after') await type();
  try {
    await handlers.useFolder({ folder: renamed, move: false });
  } catch (error) {
    return { refused: (error as { problem?: unknown }).problem ?? String(error) };
  }
  const { theme } = await handlers.open({ id });
  return { font: theme.general.font };
}

it.each(['before', 'after'] as const)(
  'the library has what was typed %s its folder was renamed',
  async (isTyped) => {
    expect(await fontAfter(isTyped)).toEqual({ font: 'Lora' });
  },
);
