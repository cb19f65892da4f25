/**
 * Two themes are compared while a virus scanner holds the file of one, and it lets go a moment later: main tells nobody of
 * that. As between the two versions of a conflict, what differs is said then.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import {
  libraryOfOne,
  putTheme,
  themeDocument,
} from '../../../src-main/library/testing/fixture-library';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import CompareThemes from './CompareThemes.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  library.end();
});

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
