/**
 * A virus scanner holds the file of one version (it holds files, not folders) in the moment in which the theme is opened in
 * the studio. Foyer keeps trying to read one of its own files (the guide): the version is in the list a moment later, and
 * isn't said for as long as the theme is open to be one that can't be read.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { readdir, rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../../src-main/library/testing/fixture-library';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

/** The disk doesn't let a file be opened, nor says that there is none, until that ends. */
async function hold(path: string): Promise<() => Promise<void>> {
  await rename(path, `${path}.aside`);
  await symlink(path, path);
  return async () => {
    await unlink(path);
    await rename(`${path}.aside`, path);
  };
}

it.each([
  ['the control: it can be read', false],
  ['it can be read a moment later', true],
])('%s', async (_when, isHeldAtFirst) => {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  await putTheme(folders, 'a.json', document);
  const { id } = document;
  const first = testLibrary(folders).library;
  await first.handlers.keepVersion({ id, name: 'Kept' });
  await endLibrary(first);
  // The next start.
  const { handlers } = testLibrary(folders).library;
  installFakeMain({ library: handlers });
  const history = join(folders.profile, 'history');
  const files = await readdir(history, { recursive: true });
  const file = files.find((name) => name.endsWith('.jsonl')) ?? '';
  const letGo = isHeldAtFirst ? await hold(join(history, file)) : undefined;
  const versions = new ThemeVersionsState(new OpenThemeState(id));
  onTestFinished(versions.start());
  await expect.poll(() => versions.list).not.toBeNull();
  if (isHeldAtFirst) expect(versions.list).toMatchObject({ versions: [], unreadable: 1 });
  await letGo?.();
  // The control: main has it by now.
  expect(await handlers.versions({ id })).toMatchObject({ versions: [{ name: 'Kept' }] });
  await expect
    .poll(() => versions.list, { timeout: 4_000 })
    .toMatchObject({ versions: [{ name: 'Kept' }], unreadable: 0 });
});
