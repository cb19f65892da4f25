/**
 * The library folder can't be listed: a failing disk, or a system with too many files open. A person isn't told that
 * something couldn't be saved: nothing was to be. Of a folder that is only chosen, it isn't said that Foyer keeps trying.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { libraryOfOne } from '../testing/fixture-library';

const ill = vi.hoisted(() => ({ code: '', folder: '' }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (path: string, ...others: []) =>
    ill.code !== '' && path === ill.folder
      ? Promise.reject(Object.assign(new Error(ill.code), { code: ill.code }))
      : real.readdir(path, ...others);
  return { ...real, readdir };
});

async function said(code: string, isChosen: boolean): Promise<string> {
  const { library, folders } = await libraryOfOne({}, { mayUse: () => true });
  const chosen = join(folders.root, 'chosen');
  await mkdir(chosen);
  Object.assign(ill, { code, folder: isChosen ? chosen : folders.themes });
  try {
    if (isChosen) await library.handlers.useFolder({ folder: chosen, move: false });
    else await library.handlers.list(undefined);
    return 'nothing';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return Object.values(problemText(error.problem)).join(' ');
  } finally {
    ill.code = '';
  }
}

it.each([false, true])('the control: it can be listed', async (isChosen) => {
  expect(await said('', isChosen)).toBe('nothing');
});

it.each(['EIO', 'EMFILE'])('the library’s own can’t be: %s', async (code) => {
  const words = await said(code, false);
  expect(words).toContain('Foyer can’t read');
  expect(words).not.toMatch(/saved|write/u);
});

it.each(['EIO', 'EMFILE'])('one that was chosen can’t be: %s', async (code) => {
  const words = await said(code, true);
  expect(words).toContain('isn’t a folder Foyer can open');
  expect(words).not.toMatch(/saved|write|keeps trying/u);
});
