/** What the tests of imports, exports and backups have in common. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { ThemeDocument } from '../src-shared/theme/theme';
import type { Home } from './foyer';

/** What the person chooses in the system's dialogs from now on. */
export async function choose(app: ElectronApplication, paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: chosen });
    dialog.showSaveDialog = (async () => ({
      canceled: false,
      filePath: chosen[0],
    })) as typeof dialog.showSaveDialog;
  }, paths);
}

/** The themes of the library, from their files, oldest first. */
export async function onDisk({ library }: Home): Promise<ThemeDocument[]> {
  // Before anything was kept there is no folder.
  const listed = existsSync(library) ? await readdir(library) : [];
  const names = listed.filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => textIn(join(library, name))));
  return texts
    .filter((text) => text !== undefined)
    .map((text) => JSON.parse(text) as ThemeDocument)
    .sort((one, other) => one.id.localeCompare(other.id));
}

/** `undefined` for a file that was deleted since the folder was read. */
async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What came of an import or a restore. */
export const report = (window: Page, name: string | RegExp) => window.getByRole('dialog', { name });
/** Closes that. */
export const done = (window: Page) => window.getByRole('button', { name: 'Done' }).click();

/** Past the first run, to a library without themes. */
export async function emptyLibrary(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Look around first' }).click();
  await window.getByText('Your library is empty').waitFor();
}
