/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import {
  libraryOfOne,
  putTheme,
  themeDocument,
} from '../../../src-main/library/testing/fixture-library';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import CompareThemes from './CompareThemes.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  library.end();
});

/**
 * Two themes are compared while a virus scanner holds the file of one, and it lets go a moment later: main tells nobody of
 * that. As between the two versions of a conflict, what differs is said then.
 */
describe('a theme’s file is held while two are compared', () => {
  it.each([
    ['the control: it can be read', false],
    ['it can be read a moment later', true],
  ])('what differs is said: %s', async (_when, isHeldAtFirst) => {
    let isHeld = isHeldAtFirst;
    const made = await libraryOfOne({ name: 'Harbour' });
    const { folders, library: room, id } = made;
    const theme = newTheme();
    const other = themeDocument({
      name: 'Quay',
      theme: { ...theme, general: { ...theme.general, font: 'Lora' } },
    });
    await putTheme(folders, 'b.json', other);
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        ...room.handlers,
        open: (input) => {
          const path = `${folders.themes}/a.json`;
          if (isHeld) throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
          return room.handlers.open(input);
        },
      },
    });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    render(CompareThemes, { themeId: id, otherId: other.id, onclose: () => undefined });
    if (isHeldAtFirst) await screen.findByText(/a\.json/u, {}, { timeout: 5_000 });
    isHeld = false;
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora/u), {
      timeout: 4_000,
    });
  });
});

/**
 * A theme is to be compared with one whose file a scanner holds, and then with another, which a slow disk is still reading: what is
 * said of the first is not said of the second.
 */
describe('another theme is chosen after one whose file is held', () => {
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
});

/**
 * A person swaps the sides of a comparison, sees at once that it was better before, and presses the same button again,
 * as quickly as a double click comes: it is the same button, under the same words, and swaps them back.
 */
describe('the sides are swapped twice', () => {
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
});
