/**
 * A person swaps the sides of a comparison, sees at once that it was better before, and presses the same button again,
 * as quickly as a double click comes: it is the same button, under the same words, and swaps them back.
 */
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import CompareThemes from './CompareThemes.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

it.each([
  ['the control: by the keyboard', true],
  ['by the mouse', false],
])('swaps them back: %s', async (_how, isByKeys) => {
  const user = userEvent.setup();
  installFakeMain({
    library: {
      list: () => ({
        ...{ revision: 1, unreadable: [], ids: [1], folder: '/f', folderProblem: null },
        themes: ['Harbour', 'Matchday'].map((name) => sampleSummary(name, { id: name })),
      }),
      open: ({ id }): OpenTheme => ({
        ...{ id, version: 1, name: id, tags: [], theme: newTheme(), isReadOnly: false },
        ...{ canUndo: false, canRedo: false, places: [], publications: {} },
        save: { kind: 'saved', at: '2024-11-20T10:00:00.000Z' },
      }),
    },
  });
  await library.start();
  render(CompareThemes, { themeId: 'Harbour', otherId: 'Matchday', onclose: () => undefined });
  await screen.findByRole('dialog', { name: 'Harbour and Matchday' });
  const swap = screen.getByRole('button', { name: 'Swap sides' });
  swap.focus();
  if (isByKeys) await user.keyboard('{Enter}');
  else await fireEvent.click(swap, { detail: 1 });
  await screen.findByRole('dialog', { name: 'Matchday and Harbour' });
  expect(screen.getByRole('button', { name: 'Swap sides' })).toBe(swap);
  // Within the time of a double click, at the same place, as Chromium counts.
  if (isByKeys) await user.keyboard('{Enter}');
  else await fireEvent.click(swap, { detail: 2 });
  await screen.findByRole('dialog', { name: 'Harbour and Matchday' });
});
