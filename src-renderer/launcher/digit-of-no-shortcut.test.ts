/**
 * Two shortcuts are left since a third one was deleted. Its digit is pressed in the launcher out of habit, and
 * Enter: nothing has that number, so nothing was chosen by a person, and nothing is to be sent to another.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { installFakeMain } from '../testing/fake-main';
import Launcher from './Launcher.svelte';

const northwind = trialConnection('northwind');
const named = (id: string, name: string, to: string): ShownShortcut => ({
  ...{ id, name, connectionId: northwind.id, botId: 'bot', to, startGroupId: '' },
  ...{ lastAt: '2026-01-01T00:00:00.000Z', isNewRecipient: false },
});
const anna = named('s1', 'Anna', '+44 7700 900112');
const berta = named('s2', 'Berta', '+44 7700 900113');

afterEach(() => {
  cleanup();
  connections.end();
});

/** To whom a preview is sent when these keys are pressed in a launcher that was just shown. */
async function sentBy(keys: string): Promise<string[]> {
  const user = userEvent.setup();
  const sent: string[] = [];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    launcher: {
      ...{ fit: () => undefined, hide: () => undefined, ready: () => undefined },
      ...{ refused: () => undefined, ended: () => undefined },
    },
    previews: {
      list: () => ({ revision: 1, history: [], drafts: {}, shortcuts: [anna, berta] }),
      start: ({ to }) => {
        sent.push(to);
        return new Promise<PreviewRun>(() => undefined);
      },
    },
  });
  await connections.start();
  shortcuts.start(() => undefined);
  render(Launcher);
  await screen.findByText('Anna');
  // Its page is loaded while it is hidden; then its keys are pressed.
  main.emit('launcher.shown', { turn: 1 });
  await waitFor(() => expect(document.activeElement).toHaveRole('combobox'));
  await user.keyboard(keys);
  await new Promise((done) => setTimeout(done));
  return sent;
}

it('the control: the second one’s digit sends the second', async () => {
  expect(await sentBy('2{Enter}')).toEqual([berta.to]);
});

it('the digit of none sends nothing', async () => {
  expect(await sentBy('3{Enter}')).toEqual([]);
});

it('the control: a search that finds none sends nothing', async () => {
  expect(await sentBy('cecilia{Enter}')).toEqual([]);
});
