/**
 * One number of a colour is typed in the picker, and the step is undone, or another program changes the theme: the
 * field shows what the theme has, and what is typed on is typed on that.
 */
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { readThemeField } from '@shared/theme/field-access';
import { newTheme, type Theme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import Studio from './Studio.svelte';

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
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
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
