/**
 * The bin's folder can't be listed for a moment: a failing disk, a system with too many files open, or one that isn't
 * allowed. A person who looks into the bin isn't told that something couldn't be saved: nothing was to be.
 */
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { libraryOfOne } from '../testing/fixture-library';

const ill = vi.hoisted(() => ({ code: '' }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (path: string, ...others: []) =>
    ill.code !== '' && String(path).endsWith('/bin')
      ? Promise.reject(Object.assign(new Error(ill.code), { code: ill.code }))
      : real.readdir(path, ...others);
  return { ...real, readdir };
});

async function said(code: string): Promise<string> {
  const { library, id } = await libraryOfOne();
  await library.handlers.remove({ ids: [id] });
  ill.code = code;
  try {
    const { themes } = await library.handlers.bin(undefined);
    return `${String(themes.length)} in the bin`;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { what, kept } = problemText(error.problem) as { what: string; kept?: string };
    return `${what} ${kept ?? ''}`;
  } finally {
    ill.code = '';
  }
}

it('the control: it can be listed', async () => {
  expect(await said('')).toBe('1 in the bin');
});

it.each(['EIO', 'EMFILE', 'EACCES'])('it can’t be: %s', async (code) => {
  const words = await said(code);
  expect(words).toContain('bin');
  expect(words).not.toMatch(/save|write/u);
});
