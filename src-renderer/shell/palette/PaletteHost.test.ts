import SendIcon from '@lucide/svelte/icons/send';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { registerCommands } from '../../state/commands.svelte';
import { installFakeMain } from '../../testing/fake-main';
import PaletteHost from './PaletteHost.svelte';

// Compiled ahead; the host still has to wait for it.
beforeAll(() => import('./palette-parts'), 120_000);

it('keeps what is typed before its field is there, and lets nothing else hear it', async () => {
  installFakeMain({
    app: { recentCommands: () => [] },
    library: { starters: () => [] },
  });
  const behind = document.createElement('input');
  document.body.append(behind);
  behind.focus();
  render(PaletteHost, { open: true, showShortcuts: () => undefined });
  expect(screen.queryByRole('combobox')).toBeNull();
  for (const key of ['d', 'o', 'm', 'x', 'Backspace', 'Enter']) {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    // What is prevented is not typed behind.
    expect(behind.dispatchEvent(pressed)).toBe(false);
  }
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  expect(field).toHaveValue('dom');
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.keyboard('ains');
  expect(field).toHaveValue('domains');
  behind.remove();
});

it('does what is listed when its keys are pressed, and leaves the keys of its field alone', async () => {
  installFakeMain({
    app: { recentCommands: () => [], noteCommand: () => undefined },
    library: { starters: () => [] },
  });
  const done: string[] = [];
  const command = (id: string, key: string) => ({
    ...{ id, group: 'actions' as const, label: id, icon: SendIcon },
    ...{ keys: [['Mod', key]] as const, run: () => done.push(id) },
  });
  const end = registerCommands(() => [command('Evening', '1'), command('Undo', 'Z')]);
  render(PaletteHost, { open: true, showShortcuts: () => undefined });
  await screen.findByRole('option', { name: /Evening/u });
  await userEvent.keyboard('{Control>}z{/Control}');
  const russian = { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
  expect(screen.getByRole('combobox').dispatchEvent(new KeyboardEvent('keydown', russian))).toBe(
    true,
  );
  expect(screen.getByRole('combobox')).toBeVisible();
  await userEvent.keyboard('{Control>}1{/Control}');
  await waitFor(() => expect(done).toEqual(['Evening']));
  expect(screen.queryByRole('combobox')).toBeNull();
  end();
});
