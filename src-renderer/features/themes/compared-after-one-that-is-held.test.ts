/**
 * A theme is to be compared with one whose file a scanner holds, and then with another, which a slow disk is still reading: what is
 * said of the first is not said of the second.
 */
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import CompareThemes from './CompareThemes.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

const user = userEvent.setup();

it('says of a theme nothing that was said of another', async () => {
  let goOn = (): void => undefined;
  const disk = new Promise<void>((done) => (goOn = done));
  installFakeMain({
    library: {
      list: () => ({
        ...{ revision: 1, unreadable: [], ids: [1], folder: '/f', folderProblem: null },
        themes: ['Harbour', 'Matchday', 'Umbra'].map((name) => sampleSummary(name, { id: name })),
      }),
      open: async ({ id }): Promise<OpenTheme> => {
        if (id === 'Matchday') {
          throw new ProblemError({ code: 'storageNotRead', files: ['matchday.json'] });
        }
        if (id === 'Umbra') await disk;
        return {
          ...{ id, version: 1, name: id, tags: [], theme: newTheme(), isReadOnly: false },
          ...{ canUndo: false, canRedo: false, places: [], publications: {} },
          save: { kind: 'saved', at: '2024-11-20T10:00:00.000Z' },
        };
      },
    },
  });
  await library.start();
  render(CompareThemes, { themeId: 'Harbour', onclose: () => undefined });
  await user.click(await screen.findByRole('button', { name: 'Compare with Matchday' }));
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('matchday.json'));
  await user.click(screen.getByRole('button', { name: 'Choose another theme' }));
  await user.click(await screen.findByRole('button', { name: 'Compare with Umbra' }));
  await screen.findByRole('dialog', { name: 'Harbour and Umbra' });
  expect(screen.getByRole('dialog')).not.toHaveTextContent('matchday.json');
  goOn();
  // The control: it is read then.
  await waitFor(() => expect(screen.getByRole('table', { name: 'What differs' })).toBeVisible());
});
