/**
 * A theme's file can't be read for a moment, as it is opened: a scanner holds it, the disk fails, or the system has too many
 * files open. The studio and the comparison say why. Nothing was to be saved, and that isn't said to have failed.
 */
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { failing } from '../testing/fake-disk';
import { libraryOfOne } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each(['EBUSY', 'EACCES', 'EIO', 'EMFILE'] as const)('%s', async (code) => {
  const { library, id } = await libraryOfOne();
  await library.start();
  const ill = failing(code, 'readFrom', (path) => path.endsWith('/a.json'));
  const error: unknown = await Promise.resolve(library.handlers.open({ id })).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error('It was opened.');
  // The control: it is the reading that failed.
  ill.heal();
  expect(await library.handlers.open({ id })).toMatchObject({ name: 'Harbour' });
  const { what } = problemText(error.problem);
  expect(what).toContain('a.json');
  expect(what).not.toMatch(/save|write/u);
});
