import type { OpenTheme } from '@shared/library';
import { readThemeField } from '@shared/theme/field-access';
import { withThemeField } from '@shared/theme/change-theme';
import type { ThemeEdit, ThemeField } from '@shared/theme/fields';
import { newTheme, type Theme } from '@shared/theme/theme';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
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
  pictureColours.enter('');
});

describe('the font', () => {
  const font = () => screen.getByRole('combobox', { name: 'Font' });

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
      'merlin Slab isn’t installed here. The preview uses Merriweather instead.',
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

describe('a colour that is typed', () => {
  const name = 'Bot bubbles, background';
  const colours = () =>
    [...main.log].flatMap(({ name, input }) =>
      name === 'library.edit'
        ? (input as { edits: ThemeEdit[] }).edits.map(({ value }) => value)
        : [],
    );

  async function retype(text: string): Promise<void> {
    await user.clear(field(name));
    await user.type(field(name), text);
  }

  it('reaches the theme when it is one, with nothing said or moved on the way', async () => {
    theme.chat.hostBubbles.backgroundColor = '#DFE9F0';
    await openStudio();
    await user.clear(field(name));
    for (const letter of '#3B7A57') {
      await user.type(field(name), letter);
      expect(['#DFE9F0', '#3B7A57']).toContain(has('chat.hostBubbles.backgroundColor'));
      expect(screen.queryByRole('alert')).toBeNull();
      expect(field(name)).not.toHaveAccessibleDescription();
    }
    expect(colours()).toEqual(['#3B7A57']);
  });

  it.each([
    ['3b7a57', '#3B7A57'],
    ['abc', '#AABBCC'],
    ['teal', '#008080'],
    ['rgb(59 122 87)', '#3B7A57'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['#3B7A5780', '#3B7A5780'],
  ])('may be %s', async (text, hex) => {
    await openStudio();
    await retype(`${text}{Enter}`);
    expect(has('chat.hostBubbles.backgroundColor')).toBe(hex);
    expect(field(name)).toHaveValue(hex);
  });

  it('is judged when the field is left, and the nearest colour is offered', async () => {
    theme.chat.hostBubbles.backgroundColor = '#DFE9F0';
    await openStudio();
    await retype('orangish');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.tab();
    expect(screen.getByRole('alert')).toHaveTextContent('“orangish” isn’t a colour.');
    expect(field(name)).toHaveValue('orangish');
    expect(field(name)).toBeInvalid();
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#DFE9F0');
    await user.click(screen.getByRole('button', { name: 'Use #FFA500' }));
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#FFA500');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be kept where it is none', async () => {
    await openStudio();
    await retype('var(--brand){Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Try #3B7A57, teal or rgb(59 122 87).');
    await user.click(screen.getByRole('button', { name: 'Use it anyway' }));
    expect(has('chat.hostBubbles.backgroundColor')).toBe('var(--brand)');
  });

  it('leaves what is pressed next where it is until the press is over', async () => {
    await openStudio();
    await retype('orangish');
    const next = field('Bot bubbles, text');
    await user.pointer({ keys: '[MouseLeft>]', target: next });
    expect(next).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: next });
    expect(screen.getByRole('alert')).toHaveTextContent('“orangish” isn’t a colour.');
  });

  it.each(['{Control>}z{/Control}', '{Escape}'])('goes with %s', async (keys) => {
    theme.chat.hostBubbles.backgroundColor = '#DFE9F0';
    await openStudio();
    await retype(`#12345${keys}`);
    expect(field(name)).toHaveValue('#DFE9F0');
    expect(main.log.map(({ name }) => name)).not.toContain('library.undo');
  });

  it('comes back as it was when nothing is left of it', async () => {
    theme.chat.hostBubbles.backgroundColor = '#DFE9F0';
    await openStudio();
    await user.clear(field(name));
    await user.tab();
    expect(field(name)).toHaveValue('#DFE9F0');
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
    expect(area).toHaveAttribute('aria-valuetext', 'Saturation 50%, brightness 50%');
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}{ArrowLeft}');
    expect(area).toHaveAttribute('aria-valuetext', 'Saturation 49%, brightness 60%');
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

  it('has a bar for the hue and one for the opacity, in steps of one and ten', async () => {
    theme.chat.hostBubbles.backgroundColor = '#804040';
    await openStudio();
    await open();
    screen.getByRole('slider', { name: 'Hue' }).focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowRight}');
    expect(screen.getByRole('slider', { name: 'Hue' })).toHaveAttribute('aria-valuetext', '11°');
    screen.getByRole('slider', { name: 'Opacity' }).focus();
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#804C40E6');
  });

  it('takes a colour as hex, RGB or HSL', async () => {
    theme.chat.hostBubbles.backgroundColor = '#804040';
    await openStudio();
    await open();
    const hex = screen.getByRole('textbox', { name: 'Hex' });
    await user.clear(hex);
    await user.type(hex, '3B7A57');
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#3B7A57');

    await user.click(screen.getByRole('radio', { name: 'RGB' }));
    const red = screen.getByRole('spinbutton', { name: 'Red' });
    expect(red).toHaveValue('59');
    await user.clear(red);
    await user.type(red, '300');
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#FF7A57');
    await user.tab();
    expect(red).toHaveValue('255');

    await user.click(screen.getByRole('radio', { name: 'HSL' }));
    const lightness = screen.getByRole('spinbutton', { name: 'Lightness' });
    lightness.focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowUp}');
    expect(lightness).toHaveValue('58');
    const opacity = screen.getByRole('spinbutton', { name: 'Opacity' });
    opacity.focus();
    await user.keyboard('{ArrowDown}');
    expect(has('chat.hostBubbles.backgroundColor')).toMatch(/FC$/u);
    await user.click(screen.getByRole('radio', { name: 'Hex' }));
  });

  it('says in its own field what is no colour', async () => {
    await openStudio();
    await open();
    const hex = screen.getByRole('textbox', { name: 'Hex' });
    await user.clear(hex);
    await user.type(hex, '#3B7A5{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“#3B7A5” isn’t a colour.');
    await user.click(screen.getByRole('button', { name: 'Use #3B7A55' }));
    expect(hex).toHaveValue('#3B7A55');
  });

  it('offers the theme’s colours', async () => {
    await openStudio();
    await open();
    const dialog = within(screen.getByRole('dialog'));
    await user.click(
      dialog.getByRole('button', { name: 'Use #0042DA for Bot bubbles, background' }),
    );
    expect(has('chat.hostBubbles.backgroundColor')).toBe('#0042DA');
  });

  it('offers what was chosen before', async () => {
    await openStudio();
    await open();
    await user.keyboard('{Home}{Enter}');
    const chosen = has('chat.hostBubbles.backgroundColor');
    await user.click(screen.getByRole('button', { name: 'Choose a colour: Bot bubbles, text' }));
    const dialog = screen.getByRole('dialog');
    const [ofTheTheme, recent] = within(dialog).getAllByRole('button', {
      name: `Use ${String(chosen)} for Bot bubbles, text`,
    });
    expect(ofTheTheme).toBeInTheDocument();
    await user.click(recent as HTMLElement);
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

  it.each([
    ['OperationError', 'The system didn’t let Foyer read the screen.'],
    ['AbortError', ''],
  ])('that ends with %s says “%s”', async (reason, words) => {
    const asked = Promise.reject(new DOMException('no', reason));
    asked.catch(() => undefined);
    vi.stubGlobal(
      'EyeDropper',
      class {
        open = () => asked;
      },
    );
    await openStudio();
    await user.click(
      screen.getByRole('button', { name: 'Pick from the screen: Bot bubbles, text' }),
    );
    const said = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    expect(said.join('')).toContain(words);
    expect(said).toHaveLength(words === '' ? 0 : 1);
    vi.unstubAllGlobals();
  });
});

describe('a palette from a picture', () => {
  const garden = [
    { hex: '#F4F1EA', share: 0.8 },
    { hex: '#0B6623', share: 0.2 },
  ];

  it('dresses the theme in one step, and is at hand for each colour', async () => {
    await openStudio();
    pictureColours.set('t1', garden, 'garden.png');
    await user.click(screen.getByRole('button', { name: 'Palette from an image' }));
    expect(screen.getByText('Colours from garden.png')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use as theme colours' }));
    expect(has('chat.buttons.backgroundColor')).toBe('#0B6623');
    expect(gestures()).toHaveLength(1);
    expect(screen.getByText('In the image')).toBeInTheDocument();
  });

  it.each([
    ['the control: the same theme', 't1', true],
    ['another theme', 't0', false],
  ])('of a picture that was given to %s', async (_name, themeId, isOffered) => {
    pictureColours.enter(themeId);
    pictureColours.set(themeId, garden, 'garden.png');
    await openStudio();
    expect(screen.queryByText('In the image') !== null).toBe(isOffered);
  });

  it('of a picture that was decoded only when another theme was open, nothing is offered', async () => {
    await openStudio();
    pictureColours.set('t0', garden, 'garden.png');
    await tick();
    expect(screen.queryByText('In the image')).toBeNull();
  });

  it('says what is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no')));
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Palette from an image' }));
    const file = new File(['x'], 'notes.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Choose an image', { selector: 'input' }), file);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'notes.png isn’t an image Foyer can read.',
    );
    vi.unstubAllGlobals();
    expect(field('Bot bubbles, text')).toBeInTheDocument();
  });
});
