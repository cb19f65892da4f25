import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import Previews from '../screens/previews/Previews.svelte';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { installFakeMain } from '../testing/fake-main';
import Confirmations from '../ui/Confirmations.svelte';
import { layers } from '../ui/layers';
import PreviewRequestHost from './PreviewRequestHost.svelte';
import { listenToCommands } from './commands';
import PaletteHost from './palette/PaletteHost.svelte';

/**
 * Enter chooses a preview in the palette, or presses *Repeat* beside one of another connection: its confirmation opens, with
 * the focus on *Send once*. Whoever still holds the key (it repeats after a quarter to half a second, while the dialog is
 * there in less) has not confirmed anything. The guide: each one started from the palette is confirmed; the launcher counts
 * a held key once. To who was never sent anything, the question begins at *Not now*: that isn't answered by it either.
 */
describe('Enter that is held through the confirmation', () => {
  beforeAll(
    () =>
      Promise.all([
        ...[import('../screens/previews/PreviewDialog.svelte'), import('./palette/palette-parts')],
        layers.load(),
      ]),
    120_000,
  );

  const northwind = trialConnection('northwind');
  const kestrel = trialConnection('kestrel', { label: 'Kestrel' });
  const to = '+44 7700 900112';
  const input = { botId: 'bot', to };
  const anna: ShownShortcut = {
    ...{ id: 's1', name: 'Anna', connectionId: kestrel.id, ...input, startGroupId: '' },
    ...{ lastAt: '2026-01-01T00:00:00.000Z', isNewRecipient: false },
  };
  const run: PreviewRun = {
    ...{ activityId: 'p1', at: '2026-01-01T00:00:00.000Z', connectionId: kestrel.id, input },
    outcome: { kind: 'accepted', status: 200 },
  };

  afterEach(async () => {
    while (previewStarter.current) previewStarter.close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    connections.end();
  });

  async function open(isNewRecipient = false): Promise<{ sent: string[] }> {
    const sent: string[] = [];
    installFakeMain({
      app: { recentCommands: () => [], noteCommand: () => undefined },
      library: { starters: () => [] },
      connections: {
        list: () => ({ revision: 1, list: [northwind, kestrel], currentId: northwind.id }),
      },
      previews: {
        list: () => ({ revision: 1, history: [run], shortcuts: [anna], drafts: {} }),
        isNewRecipient: () => ({ isNew: isNewRecipient, place: trialPlace }),
        saveDraft: () => undefined,
        start: (form) => {
          if (isNewRecipient && form.confirmedPlace !== trialPlace) {
            const first = { to: form.to, label: 'Northwind', place: trialPlace };
            throw new ProblemError({ code: 'newRecipient', ...first });
          }
          sent.push(form.to);
          return { ...run, activityId: 'p2' };
        },
      },
    });
    await connections.start();
    render(PreviewRequestHost);
    await waitFor(() => expect(shortcuts.list).toHaveLength(1));
    return { sent };
  }

  /**
   * A browser's Enter, pressed or held, where the focus is: a button is clicked unless somebody prevents it. Whether one
   * was.
   */
  function enter(repeat: boolean): boolean {
    const target = document.activeElement ?? document.body;
    const how = { key: 'Enter', code: 'Enter', repeat, bubbles: true, cancelable: true };
    const goesOn =
      target.dispatchEvent(new KeyboardEvent('keydown', how)) &&
      target.dispatchEvent(new KeyboardEvent('keypress', how));
    if (!goesOn || !(target instanceof HTMLButtonElement)) return false;
    target.click();
    return true;
  }

  /** Presses Enter in the palette, where the shortcut is chosen. */
  async function byPalette(): Promise<void> {
    render(PaletteHost, { open: true, showShortcuts: () => undefined });
    const field = await screen.findByRole('combobox');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('anna');
    await waitFor(() =>
      expect(screen.getByRole('option', { name: /Anna/u })).toHaveAttribute(
        'aria-selected',
        'true',
      ),
    );
    enter(false);
  }

  /** Presses Enter on *Repeat* beside a preview of the other connection. */
  async function byRepeat(): Promise<void> {
    render(Previews);
    (await screen.findByRole('button', { name: /^Fill the form with bot bot/u })).focus();
    enter(false);
  }

  /** Presses Enter in the form. A browser submits it. */
  async function byForm(): Promise<void> {
    render(Confirmations);
    render(Previews);
    await userEvent.type(await screen.findByRole('textbox', { name: /^Bot/u }), 'bot');
    await userEvent.type(screen.getByRole('textbox', { name: /^Recipient/u }), to);
    await userEvent.keyboard('{Enter}');
  }

  it.each([
    ['the control: another press of Enter sends it, from the palette', byPalette, false, [to]],
    ['the control: another press of Enter sends it, repeated', byRepeat, false, [to]],
    ['one that is held sends nothing, from the palette', byPalette, true, []],
    ['one that is held sends nothing, repeated', byRepeat, true, []],
  ] as const)('%s', async (_name, start, isHeld, expected) => {
    const { sent } = await open();
    await start();
    const send = await screen.findByRole('button', { name: 'Send once' });
    await waitFor(() => expect(send).toHaveFocus());
    expect(sent).toEqual([]);
    enter(isHeld);
    await new Promise((done) => setTimeout(done));
    expect(sent).toEqual(expected);
  });

  it.each([
    ['from the palette', byPalette],
    ['from the form', byForm],
  ])(
    'one that is held doesn’t answer the question about a first recipient, %s',
    async (_name, start) => {
      const { sent } = await open(true);
      await start();
      const notNow = await screen.findByRole('button', { name: 'Not now' });
      await waitFor(() => expect(notNow).toHaveFocus());
      expect(enter(true)).toBe(false);
      expect(enter(false)).toBe(true);
      await waitFor(() => expect(notNow).not.toBeInTheDocument());
      expect(sent).toEqual([]);
    },
  );
});

/**
 * On the keyboards of France and Belgium the row above the letters types signs, and digits only with Shift. The guide:
 * *Ctrl 1 to Ctrl 9 fill in the confirmation*. `Alt 1` is told by its place on the keyboard for that reason.
 */
describe('the shortcuts’ keys on other keyboards', () => {
  const northwind = trialConnection('northwind');
  const anna: ShownShortcut = {
    ...{ id: 's1', name: 'Anna', connectionId: northwind.id, botId: 'bot', to: '+44 7700 900112' },
    ...{ startGroupId: '', lastAt: '2026-01-01T00:00:00.000Z', isNewRecipient: false },
  };

  afterEach(() => {
    while (previewStarter.current) previewStarter.close();
    connections.end();
  });

  /** The preview that is asked about once the key was pressed. */
  async function askedAfter(pressed: KeyboardEventInit): Promise<string | undefined> {
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], drafts: {}, shortcuts: [anna] }),
        isNewRecipient: () => ({ isNew: false, place: trialPlace }),
      },
    });
    await connections.start();
    const endShortcuts = shortcuts.start(() => undefined);
    await waitFor(() => expect(shortcuts.list).toHaveLength(1));
    const nothing = () => undefined;
    const end = listenToCommands({ showShortcuts: nothing, showPalette: nothing });
    const held = { ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...held, ...pressed }));
    end();
    endShortcuts();
    const asked = previewStarter.current?.asked;
    return asked?.kind === 'filled' ? asked.name : undefined;
  }

  it.each([
    ['the control: on a keyboard of Britain', { key: '1', code: 'Digit1' }],
    ['on its number pad', { key: '1', code: 'Numpad1' }],
    ['on one of France', { key: '&', code: 'Digit1' }],
    ['on one of France, as a digit is typed there', { key: '1', code: 'Digit1', shiftKey: true }],
  ])('%s', async (_where, pressed) => {
    expect(await askedAfter(pressed)).toBe('Anna');
  });

  it.each([
    ['a Czech +, which zooms in the studio', { key: '+', code: 'Digit1' }],
    ['Ctrl Shift 1 in Britain', { key: '!', code: 'Digit1', shiftKey: true }],
  ])('not by %s', async (_which, pressed) => {
    expect(await askedAfter(pressed)).toBeUndefined();
  });
});
