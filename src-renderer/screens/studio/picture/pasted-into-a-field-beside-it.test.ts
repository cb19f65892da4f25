/**
 * A colour, or a name, is copied in a spreadsheet, which puts a picture of the cells on the clipboard beside their text, and is
 * pasted into a field of the studio while the palette from an image is open: the text is for the field, and the palette takes only
 * what is pasted elsewhere.
 */
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { navigation } from '../../../state/navigation.svelte';
import { installFakeMain } from '../../../testing/fake-main';
import { layers } from '../../../ui/layers';
import Studio from '../Studio.svelte';

vi.mock('../../../features/picture-colours/read-picture', () => ({
  biggestPicture: 40_000_000,
  coloursOfPicture: () => Promise.resolve([]),
}));

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});

const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
};
const user = userEvent.setup();

async function openStudio(isPaletteOpen: boolean): Promise<void> {
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  if (isPaletteOpen) {
    await user.click(screen.getByRole('button', { name: 'Palette from an image' }));
    await screen.findByRole('group', { name: 'Palette from an image' });
  }
}

/** Whether the browser goes on with it, and puts the text in. */
function isPastedInto(field: HTMLElement): Promise<boolean> {
  field.focus();
  return fireEvent.paste(field, {
    clipboardData: {
      types: ['text/plain', 'text/html', 'Files'],
      files: [new File(['cells'], 'image.png', { type: 'image/png' })],
      getData: (type: string) => (type === 'text/plain' ? '#3B7A57' : ''),
    },
  });
}

it.each([
  ['the control: the palette is closed', false],
  ['the palette is open', true],
])('what is pasted into a field is for the field: %s', async (_name, isOpen) => {
  await openStudio(isOpen);
  const [colour] = screen.getAllByRole('textbox', { name: /background/iu });
  if (!colour) throw new Error('There is no field for a colour.');
  expect(await isPastedInto(colour)).toBe(true);
});

it('so is what is pasted into the theme’s name', async () => {
  await openStudio(true);
  await user.click(screen.getByRole('button', { name: 'Harbour' }));
  expect(await isPastedInto(await screen.findByRole('textbox', { name: 'Theme name' }))).toBe(true);
});
