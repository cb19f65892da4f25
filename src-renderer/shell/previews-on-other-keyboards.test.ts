/**
 * On the keyboards of France and Belgium the row above the letters types signs, and digits only with Shift. The guide:
 * *Ctrl 1 to Ctrl 9 fill in the confirmation*. `Alt 1` is told by its place on the keyboard for that reason.
 */
import { afterEach, expect, it } from 'vitest';
import { waitFor } from '@testing-library/svelte';
import type { ShownShortcut } from '@shared/previews';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { installFakeMain } from '../testing/fake-main';
import { listenToCommands } from './commands';

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
