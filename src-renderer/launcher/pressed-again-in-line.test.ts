/** A preview of the launcher stands in line behind another request, and its keys are pressed once more. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { ShownShortcut } from '@shared/previews';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it } from 'vitest';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { installFakeMain } from '../testing/fake-main';
import Launcher from './Launcher.svelte';

const northwind = trialConnection('northwind');
const to = '+44 7700 900112';
const shortcut: ShownShortcut = {
  ...{ id: 's1', name: 'Booking', connectionId: northwind.id, botId: 'bot', to, startGroupId: '' },
  ...{ lastAt: '2026-01-01T00:00:00.000Z', isNewRecipient: false },
};
const run: PreviewRun = {
  ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
  ...{ input: { botId: 'bot', to }, outcome: null },
};

afterEach(() => {
  cleanup();
  connections.end();
});

/** What the foot says after a second press. */
async function saidOfSecond(isInLine: boolean): Promise<string[]> {
  const user = userEvent.setup();
  let starts = 0;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    launcher: { fit: () => undefined, hide: () => undefined, ready: () => undefined },
    previews: {
      list: () => ({ revision: 1, history: [], drafts: {}, shortcuts: [shortcut] }),
      start: () => {
        starts += 1;
        return new Promise<PreviewRun>(() => undefined);
      },
    },
  });
  await connections.start();
  shortcuts.start(() => undefined);
  render(Launcher);
  await screen.findByText('Booking');
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(starts).toBe(1));
  const history = [isInLine ? { ...run, isInLine } : run];
  main.emit('previews.changed', { revision: 2, history, drafts: {}, shortcuts: [shortcut] });
  await waitFor(() =>
    expect(document.querySelector('.message')).toHaveTextContent(
      isInLine ? 'Waiting to be sent' : 'Sending',
    ),
  );
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(document.querySelectorAll('.message')).toHaveLength(2));
  expect(starts).toBe(1);
  return [...document.querySelectorAll('.message')].map((line) => line.textContent?.trim() ?? '');
}

it('the control: of one that has left, it is said to be under way', async () => {
  expect((await saidOfSecond(false))[1]).toMatch(/Already in progress\./u);
});

it('of one that has not left, it is not said to be sending', async () => {
  const [first, second] = await saidOfSecond(true);
  expect(first).toBe(`Waiting to be sent to ${to}`);
  expect(second).toMatch(/Already in progress\./u);
  expect(second).not.toMatch(/sending/iu);
});
