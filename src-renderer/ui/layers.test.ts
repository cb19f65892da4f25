/** What lies over the screen: menus, dialogs, questions, toasts, the live region. */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { announce } from './announce.svelte';
import Announcements from './Announcements.svelte';
import { askConfirmation } from './confirmation.svelte';
import Confirmations from './Confirmations.svelte';
import Dialog from './Dialog.svelte';
import { layers } from './layers';
import Menu from './Menu.svelte';
import MenuButton from './MenuButton.test.svelte';
import { latestUndo, toast, undoLatestToast, type Undone } from './toast';
import Toasts from './Toasts.svelte';

beforeAll(() => layers.load(), 60_000);

describe('Menu', () => {
  it('leaves the focus to what the chosen item opens', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    render(Menu, {
      label: 'More',
      open: true,
      at: { x: 10, y: 10 },
      items: [{ label: 'Rename', run: () => field.focus() }, { separator: true }],
    });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await waitFor(() => expect(field).toHaveFocus());
    field.remove();
  });

  it('is gone through by the keyboard, past what can’t be chosen', async () => {
    const run = vi.fn();
    render(Menu, {
      label: 'More',
      open: true,
      at: { x: 10, y: 10 },
      items: [
        { label: 'Rename', run: vi.fn() },
        { label: 'Publish', disabled: true, run: vi.fn() },
        { separator: true },
        { label: 'Delete', run },
      ],
    });
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}r{End}{Enter}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does nothing at an item that can’t be chosen, or at Escape', async () => {
    const run = vi.fn();
    render(Menu, {
      label: 'More',
      open: true,
      at: { x: 10, y: 10 },
      items: [{ label: 'Publish', disabled: true, run }],
    });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Publish' }));
    expect(screen.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(run).not.toHaveBeenCalled();
  });

  it('opens from its trigger, goes to what is typed, and gives the focus back', async () => {
    render(MenuButton);
    const trigger = screen.getByRole('button', { name: 'More' });
    trigger.focus();
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus());
    expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('ren');
    expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(trigger).toHaveFocus());
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(trigger).toHaveAttribute('aria-expanded', 'false');
  });

  it('marks what is chosen already', async () => {
    render(Menu, {
      label: 'Sort',
      open: true,
      at: { x: 10, y: 10 },
      items: [
        { label: 'Name', checked: true, run: vi.fn() },
        { label: 'Status', checked: false, run: vi.fn() },
      ],
    });
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Name' })).toBeChecked();
    expect(screen.getByRole('menuitemcheckbox', { name: 'Status' })).not.toBeChecked();
  });
});

describe('Dialog', () => {
  it('has its title as name, and Escape closes it', async () => {
    const onclose = vi.fn();
    render(Dialog, {
      open: true,
      title: 'Start this preview?',
      description: 'A link asked for it.',
      children: createRawSnippet(() => ({ render: () => '<input aria-label="To">' })),
      onclose,
    });
    const dialog = await screen.findByRole('dialog', { name: 'Start this preview?' });
    expect(dialog).toHaveAccessibleDescription('A link asked for it.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  it('takes the focus, keeps its keys for itself, and gives the focus back', async () => {
    const before = document.createElement('button');
    document.body.append(before);
    before.focus();
    const behind = vi.fn();
    window.addEventListener('keydown', behind);
    render(Dialog, {
      open: true,
      title: 'Name',
      children: createRawSnippet(() => ({ render: () => '<input aria-label="To">' })),
    });
    const field = await screen.findByLabelText('To');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('n');
    expect(behind).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(before).toHaveFocus());
    window.removeEventListener('keydown', behind);
    before.remove();
  });
});

describe('askConfirmation', () => {
  const question = {
    title: 'Remove Kestrel?',
    body: 'Your themes stay.',
    confirm: 'Remove',
    cancel: 'Keep it',
    danger: true,
  };

  it('answers yes only to the button that says so', async () => {
    render(Confirmations);
    const answer = askConfirmation(question);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await expect(answer).resolves.toBe(true);
  });

  it('takes Escape and the way out for no, and asks one question after the other', async () => {
    render(Confirmations);
    const first = askConfirmation(question);
    const second = askConfirmation({ ...question, title: 'Remove Northwind?' });
    await screen.findByRole('dialog', { name: 'Remove Kestrel?' });
    await userEvent.keyboard('{Escape}');
    await expect(first).resolves.toBe(false);
    await screen.findByRole('dialog', { name: 'Remove Northwind?' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    await expect(second).resolves.toBe(false);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('a double click', () => {
  it('whose first click opened a dialog presses nothing in it', async () => {
    const answer = vi.fn();
    render(Confirmations);
    const words = { title: 'Cancel all?', body: '', confirm: 'Cancel all', cancel: 'Keep' };
    void askConfirmation(words).then(answer);
    const confirm = await screen.findByRole('button', { name: 'Cancel all' });
    await fireEvent.click(confirm, { detail: 2 });
    expect(screen.getByRole('dialog', { name: 'Cancel all?' })).toBeVisible();
    expect(answer).not.toHaveBeenCalled();
    await fireEvent.click(confirm, { detail: 1 });
    await waitFor(() => expect(answer).toHaveBeenCalledWith(true));
  });

  it('presses nothing in a dialog that asks something else by then', async () => {
    const send = vi.fn();
    const close = vi.fn();
    const footer = createRawSnippet(() => ({
      render: () => '<p><button>Send</button><button>Close</button></p>',
      setup(element) {
        const [first, second] = element.querySelectorAll('button');
        first?.addEventListener('click', send);
        second?.addEventListener('click', close);
      },
    }));
    const asked = { open: true, title: 'Send?', description: 'To Anna.', footer };
    const { rerender } = render(Dialog, asked);
    const button = await screen.findByRole('button', { name: 'Send' });
    await fireEvent.click(button, { detail: 1 });
    await fireEvent.click(button, { detail: 2 });
    expect(send).toHaveBeenCalledTimes(2);
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 2 });
    expect(close).not.toHaveBeenCalled();
    await rerender({ ...asked, description: 'To Anna, for the first time.' });
    await fireEvent.click(button, { detail: 2 });
    expect(send).toHaveBeenCalledTimes(2);
    await fireEvent.click(button, { detail: 1 });
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('whose first click closed a dialog presses nothing behind it', async () => {
    const behind = document.createElement('button');
    const press = vi.fn();
    behind.addEventListener('click', press);
    document.body.append(behind);
    render(Confirmations);
    const answer = askConfirmation({ title: 'Stop?', body: '', confirm: 'Stop', cancel: 'Keep' });
    await fireEvent.click(await screen.findByRole('button', { name: 'Keep' }), { detail: 1 });
    await expect(answer).resolves.toBe(false);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await fireEvent.click(behind, { detail: 2 });
    expect(press).not.toHaveBeenCalled();
    await fireEvent.click(behind, { detail: 1 });
    await fireEvent.click(behind, { detail: 2 });
    expect(press).toHaveBeenCalledTimes(2);
    behind.remove();
  });

  it('takes back one toast, and not the one that comes to its place', async () => {
    render(Toasts);
    const undo = vi.fn(() => Promise.resolve('done' as const));
    toast('2 themes deleted', { undo });
    await screen.findByText('2 themes deleted');
    const button = screen.getByRole('button', { name: /Undo/u });
    await fireEvent.click(button, { detail: 2 });
    expect(undo).not.toHaveBeenCalled();
    await fireEvent.click(button, { detail: 1 });
    expect(undo).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('2 themes deleted')).not.toBeInTheDocument());
  });
});

describe('toast', () => {
  it('takes back at its button, once', async () => {
    render(Toasts);
    const undo = vi.fn(() => Promise.resolve('done' as const));
    toast('3 themes deleted', { undo });
    await screen.findByText('3 themes deleted');
    await userEvent.click(screen.getByRole('button', { name: /Undo/u }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(undoLatestToast()).toBe(false);
    await waitFor(() => expect(screen.queryByText('3 themes deleted')).not.toBeInTheDocument());
  });

  it('shows the newest three, and goes by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(Toasts);
    for (const text of ['One', 'Two', 'Three', 'Four']) toast(text);
    const four = await screen.findByText('Four');
    const shown = () =>
      screen
        .getAllByRole('listitem')
        .filter((item) => item.dataset['visible'] === 'true')
        .map((item) => item.textContent.trim());
    expect(shown()).toEqual(['Four', 'Three', 'Two']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(four).toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(four).not.toBeInTheDocument();
    vi.useRealTimers();
  });

  it('takes back at the key after the toast has gone, and says what', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(Toasts);
    const undo = vi.fn(() => Promise.resolve('done' as const));
    toast('300 themes deleted', { undo, hint: 'Get them back from the bin.' });
    const told = await screen.findByText('300 themes deleted. Get them back from the bin.');
    await vi.advanceTimersByTimeAsync(14_000);
    expect(told).not.toBeInTheDocument();
    expect(undoLatestToast()).toBe(true);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(await screen.findByText('Undone: 300 themes deleted')).toBeInTheDocument();
    expect(undoLatestToast()).toBe(false);
    vi.useRealTimers();
  });

  it('takes back the last twenty, newest first', async () => {
    render(Toasts);
    const undone: number[] = [];
    for (let number = 1; number <= 25; number += 1) {
      toast(`Number ${number}`, {
        undo: () => {
          undone.push(number);
          return Promise.resolve('done');
        },
      });
    }
    while (undoLatestToast());
    const newestFirst = Array.from({ length: 20 }, (_, index) => 25 - index);
    await waitFor(() => expect(undone).toEqual(newestFirst));
  });

  it('can be taken back again when that could not be done, or was done in part', async () => {
    render(Toasts);
    const older = vi.fn(() => Promise.resolve('done' as const));
    toast('2 themes copied', { undo: older });
    const outcomes: Undone[] = ['notNow', { rest: () => Promise.resolve('done') }];
    const undo = vi.fn(() => Promise.resolve(outcomes.shift() ?? 'done'));
    toast('Tags of 3 themes saved', { undo });
    expect(undoLatestToast()).toBe(true);
    await waitFor(() => expect(latestUndo()).toBe('Tags of 3 themes saved'));
    expect(undoLatestToast()).toBe(true);
    await waitFor(() => expect(undo).toHaveBeenCalledTimes(2));
    expect(await screen.findByText('Partly undone: Tags of 3 themes saved')).toBeInTheDocument();
    expect(undoLatestToast()).toBe(true);
    expect(undo).toHaveBeenCalledTimes(2);
    expect(older).not.toHaveBeenCalled();
    expect(undoLatestToast()).toBe(true);
    await waitFor(() => expect(older).toHaveBeenCalledTimes(1));
  });

  it('takes back at the key', async () => {
    render(Toasts);
    const undo = vi.fn(() => Promise.resolve('done' as const));
    toast('1 theme deleted', { undo });
    await screen.findByText('1 theme deleted');
    expect(undoLatestToast()).toBe(true);
    expect(undo).toHaveBeenCalledTimes(1);
  });
});

describe('announce', () => {
  it('speaks the same words a second time', async () => {
    const { container } = render(Announcements);
    const [one, two] = container.querySelectorAll('[aria-live]');
    announce('Saved');
    await waitFor(() => expect(container).toHaveTextContent('Saved'));
    const spokeFirst = one?.textContent === 'Saved' ? one : two;
    announce('Saved');
    await waitFor(() => expect(spokeFirst).toHaveTextContent(''));
    expect(container).toHaveTextContent('Saved');
  });
});
