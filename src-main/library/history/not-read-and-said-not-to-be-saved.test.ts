/**
 * The folder of a theme's versions can't be listed for a moment: a failing disk, a system with too many files open, or
 * one that isn't allowed. A person who looks at them isn't told that something couldn't be saved: nothing was to be.
 */
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { libraryOfOne } from '../testing/fixture-library';

const ill = vi.hoisted(() => ({ code: '' }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (path: string, ...others: []) =>
    ill.code !== '' && /[/\\]history[/\\]/u.test(path)
      ? Promise.reject(Object.assign(new Error(ill.code), { code: ill.code }))
      : real.readdir(path, ...others);
  return { ...real, readdir };
});

async function said(code: string): Promise<string> {
  const { library, id } = await libraryOfOne();
  ill.code = code;
  try {
    const { versions } = await library.handlers.versions({ id });
    return `${String(versions.length)} versions`;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { what, todo } = problemText(error.problem);
    return `${what} ${todo ?? ''}`;
  } finally {
    ill.code = '';
  }
}

it('the control: it can be listed', async () => {
  expect(await said('')).toBe('0 versions');
});

it.each(['EIO', 'EMFILE', 'EACCES'])('it can’t be: %s', async (code) => {
  const words = await said(code);
  expect(words).toContain('Foyer can’t read');
  expect(words).not.toMatch(/save|write/u);
});
