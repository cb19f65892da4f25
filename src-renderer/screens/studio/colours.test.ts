import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { colourAsHex } from '@shared/theme/colour';
import { readThemeField } from '@shared/theme/field-access';
import { newTheme, type Theme } from '@shared/theme/theme';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';
import { nearestColour, typedColour } from './read-colour';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

/**
 * Colours are pasted as other programs copy them: the names of CSS's functions may be in capitals, and a browser
 * paints such a colour. The studio refuses it, and offers another colour as what was meant.
 */
describe('CSS’s functions in capitals', () => {
  it.each([
    ['hsl(200, 50%, 50%)', '#4095BF'],
    ['rgb(59, 122, 87)', '#3B7A57'],
    ['TOMATO', '#FF6347'],
  ])('the control: %s is %s', (text, hex) => {
    expect(typedColour(text)).toBe(hex);
  });

  it.each([
    ['HSL(200, 50%, 50%)', '#4095BF'],
    ['RGB(59, 122, 87)', '#3B7A57'],
    ['Rgba(59, 122, 87, 50%)', '#3B7A5780'],
  ])('%s is %s', (text, hex) => {
    expect(typedColour(text)).toBe(hex);
  });

  it('a theme’s own text in capitals is the colour that the chat shows', () => {
    expect(colourAsHex('RGB(59, 122, 87)')).toBe('#3B7A57');
  });

  it.each([
    // A blue; not `rgb(200, 50, 50)`, a red.
    ['HSL(200, 50%, 50%)', '#4095BF'],
    ['color: HSL(200, 50%, 50%);', '#4095BF'],
  ])('what is offered for %s is %s', (text, hex) => {
    expect(nearestColour(text)).toBe(hex);
  });

  it.each(['hsb(200, 50%, 50%)', 'hsv(200, 50%, 50%)', 'lab(50% 20 20)'])(
    'the numbers of %s are not taken for red, green and blue',
    (text) => {
      expect(nearestColour(text)).not.toBe('#C83232');
      expect(nearestColour(text)).not.toBe('#321414');
    },
  );
});

/**
 * One number of a colour is typed in the picker, and the step is undone, or another program changes the theme: the
 * field shows what the theme has, and what is typed on is typed on that.
 */
describe('a number in the picker, after the step was undone', () => {
  const colour = 'chat.hostBubbles.backgroundColor';
  const user = userEvent.setup();

  let theme: Theme;
  let past: Theme[];

  async function openNumbers() {
    let version = 1;
    const said = (): OpenTheme => ({
      ...{ id: 't1', version: (version += 1), name: 'Harbour', tags: [], theme },
      ...{ isReadOnly: false, canUndo: past.length > 0, canRedo: false },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
      ...{ places: [], publications: {} },
    });
    let gesture: string | undefined;
    const main = installFakeMain({
      library: {
        open: () => said(),
        edit: ({ edits, gesture: ours }) => {
          // As in main, what is typed in one go is one step.
          if (ours === undefined || ours !== gesture) past.push(theme);
          gesture = ours;
          theme = edits.reduce(withThemeField, theme);
          return said();
        },
        undo: () => {
          theme = past.pop() ?? theme;
          gesture = undefined;
          return said();
        },
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    await user.click(
      screen.getByRole('button', { name: 'Choose a colour: Bot bubbles, background' }),
    );
    await user.click(await screen.findByRole('radio', { name: 'RGB' }));
    const overwrite = (changed: Theme): void => {
      theme = changed;
      main.emit('library.themeChanged', said());
    };
    return { red: screen.getByRole('spinbutton', { name: 'Red' }), overwrite };
  }

  const has = () => readThemeField(theme, colour);

  beforeEach(() => {
    theme = withThemeField(newTheme(), { field: colour, value: '#102030' });
    past = [];
  });

  it('the control: the field shows what was typed, and it is in the theme', async () => {
    const { red } = await openNumbers();
    await user.clear(red);
    await user.type(red, '200');
    expect(has()).toBe('#C82030');
    expect(red).toHaveValue('200');
  });

  it('undone by Ctrl Z, the field shows what the theme has', async () => {
    const { red } = await openNumbers();
    await user.clear(red);
    await user.type(red, '200');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(has()).toBe('#102030'));
    await waitFor(() => expect(red).toHaveAttribute('aria-valuenow', '16'));
    expect(red).toHaveValue('16');
  });

  it('changed by another program, the field shows what the theme has', async () => {
    const { red, overwrite } = await openNumbers();
    await user.clear(red);
    await user.type(red, '200');
    overwrite(withThemeField(theme, { field: colour, value: '#406080' }));
    await waitFor(() => expect(red).toHaveAttribute('aria-valuenow', '64'));
    expect(red).toHaveValue('64');
  });
});

/**
 * Two texts are hard to read. A person double-clicks the button that fixes the worst: that goes to its place among the readable
 * ones at once, and the next comes under the pointer, with a button of its own, before the second click does. The second click
 * of a double click changes no other colour.
 */
describe('a double click on the button that fixes a contrast', () => {
  const topmost = () => screen.getAllByRole('button', { name: /^Fix .*: use/iu })[0];

  /** The fields that two clicks on the topmost of the buttons change, the second of which says so of itself. */
  async function changedBy(secondClick: number): Promise<string[]> {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const changed: string[] = [];
    const { chat, ...rest } = newTheme();
    const hard = (text: string) => ({ backgroundColor: '#FFFFFF', color: text });
    let said: OpenTheme = {
      ...{ id: 't1', version: 2, name: 'Harbour', tags: [], isReadOnly: false },
      theme: {
        ...rest,
        chat: {
          ...chat,
          hostBubbles: { ...chat.hostBubbles, ...hard('#EEEEEE') },
          guestBubbles: { ...chat.guestBubbles, ...hard('#DDDDDD') },
          buttons: { ...chat.buttons, ...hard('#CCCCCC') },
        },
      },
      ...{ canUndo: false, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    };
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => said,
        edit: ({ edits }) => {
          changed.push(...edits.map(({ field }) => field));
          said = {
            ...said,
            version: said.version + 1,
            theme: edits.reduce(withThemeField, said.theme),
          };
          return said;
        },
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    const first = topmost();
    if (!first) throw new Error('Nothing is hard to read.');
    const name = first.getAttribute('aria-label');
    await fireEvent.click(first, { detail: 1 });
    await waitFor(() => expect(topmost()?.getAttribute('aria-label')).not.toBe(name));
    const second = topmost();
    if (second) await fireEvent.click(second, { detail: secondClick });
    return changed;
  }

  it('the control: two clicks, each by itself, fix two', async () => {
    expect(await changedBy(1)).toHaveLength(2);
  });

  it('a double click fixes one', async () => {
    expect(await changedBy(2)).toHaveLength(1);
  });
});
