import type { OpenTheme } from '@shared/library';
import { readThemeField } from '@shared/theme/field-access';
import { withThemeField } from '@shared/theme/change-theme';
import type { ThemeEdit, ThemeField } from '@shared/theme/fields';
import { newTheme, type Theme } from '@shared/theme/theme';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pictureColours } from './picture/picture-colours.svelte';
import Studio from './Studio.svelte';

let main: FakeMain;
let theme: Theme;
const user = userEvent.setup();

const has = (field: ThemeField) => readThemeField(theme, field);
const field = (name: string) => screen.getByRole('textbox', { name });
const gestures = () =>
  main.log
    .filter(({ name }) => name === 'library.edit')
    .map(({ input }) => (input as { gesture?: string }).gesture);

async function openStudio(): Promise<void> {
  let version = 1;
  const said = (): OpenTheme => ({
    id: 't1',
    version: (version += 1),
    name: 'Harbour',
    tags: [],
    theme,
    isReadOnly: false,
    canUndo: true,
    canRedo: false,
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [],
    publications: {},
  });
  main = installFakeMain({
    library: {
      open: () => said(),
      edit: ({ edits }) => {
        theme = edits.reduce((now: Theme, edit: ThemeEdit) => withThemeField(now, edit), theme);
        return said();
      },
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

async function openSection(name: RegExp): Promise<void> {
  await user.click(screen.getByRole('button', { name }));
}

beforeEach(() => {
  // jsdom draws nothing, and would say so each time a font is measured.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  theme = newTheme();
  pictureColours.set([], '');
});

describe('the font', () => {
  const font = () => screen.getByRole('combobox', { name: 'Name of the font' });

  it('is chosen from the list with the keyboard', async () => {
    await openStudio();
    await openSection(/^Font/u);
    font().focus();
    expect(font()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowDown}');
    const list = await screen.findByRole('listbox', { name: 'Fonts' });
    expect(within(list).getByRole('option', { name: 'Open Sans' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(font()).toHaveAttribute('aria-activedescendant', expect.stringMatching(/Roboto$/u));
    await user.keyboard('{Enter}');
    expect(has('general.font')).toBe('Roboto');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(font()).toHaveFocus();
  });

  it('is searched as it is typed, and any name stays', async () => {
    await openStudio();
    await openSection(/^Font/u);
    await user.clear(font());
    await user.type(font(), 'mer');
    const options = (await screen.findAllByRole('option')).map(({ textContent }) =>
      textContent?.trim(),
    );
    expect(options).toEqual(['Merriweather']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.type(font(), 'lin Slab');
    expect(has('general.font')).toBe('merlin Slab');
    expect(font()).toHaveAccessibleDescription(
      'merlin Slab is not on this computer. The preview shows Merriweather in its place.',
    );
  });

  it('is chosen with the pointer', async () => {
    await openStudio();
    await openSection(/^Font/u);
    await user.click(font());
    await user.click(await screen.findByRole('option', { name: 'Lato' }));
    expect(has('general.font')).toBe('Lato');
  });
});

describe('the colour picker', () => {
  const open = () =>
    user.click(screen.getByRole('button', { name: 'Choose a colour: Bot bubbles, background' }));

  it('is worked with the keyboard, and closes where it was opened', async () => {
    theme.chat.hostBubbles.backgroundColor = '#804040';
    await openStudio();
    await open();
    const dialog = screen.getByRole('dialog', { name: 'Choose a colour: Bot bubbles, background' });
    const area = within(dialog).getByRole('slider', { name: 'Saturation and brightness' });
    expect(area).toHaveFocus();
    expect(area).toHaveAttribute('aria-valuetext', 'Saturation 50 %, brightness 50 %');
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}{ArrowLeft}');
    expect(area).toHaveAttribute('aria-valuetext', 'Saturation 49 %, brightness 60 %');
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#9A4E4E');
    expect(new Set(gestures()).size).toBe(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(
      screen.getByRole('button', { name: 'Choose a colour: Bot bubbles, background' }),
    ).toHaveFocus();
  });

  it('keeps the hue of a grey and a colour’s translucency', async () => {
    theme.chat.hostBubbles.backgroundColor = '#80404080';
    await openStudio();
    await open();
    await user.keyboard('{Home}');
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#80808080');
    await user.keyboard('{End}');
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#80000080');
  });

  it('offers what was chosen before', async () => {
    await openStudio();
    await open();
    await user.keyboard('{Home}{Enter}');
    const chosen = has('chat.hostBubbles.backgroundColor');
    await user.click(screen.getByRole('button', { name: 'Choose a colour: Bot bubbles, text' }));
    const dialog = screen.getByRole('dialog');
    await user.click(
      within(dialog).getByRole('button', { name: `Use ${String(chosen)} for Bot bubbles, text` }),
    );
    expect(has('chat.hostBubbles.color')).toBe(chosen);
  });
});

describe('the eyedropper', () => {
  it('is not there where the system has none', async () => {
    await openStudio();
    expect(screen.queryByRole('button', { name: /^Pick from the screen/u })).toBeNull();
  });

  it('takes what was picked', async () => {
    vi.stubGlobal(
      'EyeDropper',
      class {
        open = () => Promise.resolve({ sRGBHex: '#a1b2c3' });
      },
    );
    await openStudio();
    await user.click(
      screen.getByRole('button', { name: 'Pick from the screen: Bot bubbles, text' }),
    );
    await waitFor(() => expect(has('chat.hostBubbles.color')).toBe('#A1B2C3'));
    vi.unstubAllGlobals();
  });
});

describe('a palette from a picture', () => {
  it('dresses the theme in one step, and is at hand for each colour', async () => {
    pictureColours.set(
      [
        { hex: '#F4F1EA', share: 0.8 },
        { hex: '#0B6623', share: 0.2 },
      ],
      'garden.png',
    );
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Palette from a picture' }));
    expect(screen.getByText('Colours of garden.png')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use as theme colours' }));
    expect(has('chat.buttons.backgroundColor')).toBe('#0B6623');
    expect(gestures()).toHaveLength(1);
    expect(screen.getByText('In the picture')).toBeInTheDocument();
  });

  it('says what is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no')));
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Palette from a picture' }));
    const file = new File(['x'], 'notes.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Choose a picture', { selector: 'input' }), file);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'notes.png can’t be read as a picture.',
    );
    vi.unstubAllGlobals();
    expect(field('Bot bubbles, text')).toBeInTheDocument();
  });
});
