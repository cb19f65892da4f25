/**
 * The library folder can't be listed for a moment, at the start. The library says that Foyer keeps trying: it is there
 * once the folder can be read, without a click.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import LibraryProblem from './LibraryProblem.svelte';

afterEach(() => library.end());

it('is shown once its folder can be read', async () => {
  let refusals = 2;
  installFakeMain({
    library: {
      list: () => {
        refusals -= 1;
        if (refusals >= 0) throw new ProblemError({ code: 'storageNotRead', files: ['/f'] });
        return {
          ids: [1],
          revision: 1,
          themes: [],
          unreadable: [],
          folder: '/f',
          folderProblem: null,
        };
      },
    },
  });
  await library.start();
  const problemNow = (): Problem => {
    if (library.problem === null) throw new Error('It was read.');
    return library.problem;
  };
  const first = problemNow();
  const { rerender } = render(LibraryProblem, { problem: first });
  expect(screen.getByRole('alert')).toHaveTextContent('Foyer keeps trying');
  await waitFor(() => expect(library.problem).not.toBe(first), { timeout: 5_000 });
  await rerender({ problem: problemNow() });
  await waitFor(() => expect(library.isLoaded).toBe(true), { timeout: 5_000 });
});
