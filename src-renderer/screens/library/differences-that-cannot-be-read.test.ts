/**
 * Two versions are looked at, to choose one, and one is edited elsewhere while a scanner holds its file for a moment. What
 * differed before is not said to differ now; and once the file can be read, what differs is said. Once it is gone, nothing
 * is said to be tried again.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { unlink } from 'node:fs/promises';
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { newTheme, type Theme } from '@shared/theme/theme';
import {
  libraryOfOne,
  putTheme,
  themeDocument,
} from '../../../src-main/library/testing/fixture-library';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConflictDialog from './ConflictDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

const inFont = (font: string): Theme => {
  const theme = newTheme();
  return { ...theme, general: { ...theme.general, font } };
};

/** Edits one of two versions that are on show, while its file is held or not; gives what lets it go, or deletes it. */
async function edited(
  isHeldThen: boolean,
): Promise<{ readonly letGo: () => void; readonly remove: () => Promise<void> }> {
  const made = await libraryOfOne({ name: 'Harbour', theme: inFont('Inter') });
  const { folders, library: room, document, id } = made;
  const copy = themeDocument({ name: 'Harbour (your version)', theme: inFont('Lora') });
  await putTheme(folders, 'b.json', { ...copy, conflictOf: { id, name: 'Harbour' } });
  let isHeld = false;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      ...room.handlers,
      open: (input) => {
        if (isHeld) throw new ProblemError({ code: 'storageNotRead', files: ['a.json'] });
        return room.handlers.open(input);
      },
    },
  });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  const theme = library.themes.find((each) => each.id === copy.id);
  if (!theme) throw new Error('The copy is not in the library.');
  render(ConflictDialog, { theme, onclose: () => undefined });
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Inter/u));
  isHeld = isHeldThen;
  const updatedAt = '2026-03-02T03:04:05.000Z';
  await putTheme(folders, 'a.json', { ...document, updatedAt, theme: inFont('Bitter') });
  await room.rescan();
  await waitFor(() =>
    expect(library.themes.find((each) => each.id === id)?.theme.general.font).toBe('Bitter'),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    letGo: () => {
      isHeld = false;
    },
    remove: async () => {
      await unlink(`${folders.themes}/a.json`);
      await room.rescan();
    },
  };
}

it('the control: it can be read', async () => {
  await edited(false);
  expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Bitter/u);
});

it('what differed before is not on show while it is held', async () => {
  await edited(true);
  expect(screen.getByRole('dialog')).not.toHaveTextContent('Inter');
});

it('what differs now is on show once it can be read', async () => {
  const { letGo } = await edited(true);
  letGo();
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Bitter/u), {
    timeout: 4_000,
  });
});

it('nothing is said to be tried again once it is gone', async () => {
  const { remove } = await edited(true);
  // The control: it is as long as it is there.
  expect(screen.getByRole('dialog')).toHaveTextContent('Foyer keeps trying');
  await remove();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Keep this version' })).toBeNull(),
  );
  expect(screen.getByRole('dialog')).not.toHaveTextContent('Foyer keeps trying');
});
