/**
 * A preview is started from the launcher, which goes away as its person looks at another window; Foyer's main
 * window is open behind that, so main tells nobody (`composition/wiring.ts`). Then it comes to nothing.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { installFakeMain } from '../testing/fake-main';
import Launcher from './Launcher.svelte';

const northwind = trialConnection('northwind');
const to = '+44 7700 900112';
const shortcut: ShownShortcut = {
  ...{ id: 's1', name: 'Booking', connectionId: northwind.id, botId: 'bot', to, startGroupId: '' },
  ...{ lastAt: null, isNewRecipient: false },
};
const run: PreviewRun = {
  ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
  ...{ input: { botId: 'bot', to }, outcome: { kind: 'notSent', reason: 'offline', detail: '' } },
};

afterEach(() => {
  cleanup();
  connections.end();
});

/** What main is asked to tell when it has ended, and what the launcher says when it is shown again. */
async function toldOf(end: PreviewRun | ProblemError): Promise<string[]> {
  const user = userEvent.setup();
  let settle: (() => void) | undefined;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    launcher: {
      ...{ fit: () => undefined, hide: () => undefined, ready: () => undefined },
      refused: () => undefined,
      ended: () => undefined,
    },
    previews: {
      list: () => ({ revision: 1, history: [], drafts: {}, shortcuts: [shortcut] }),
      start: () =>
        new Promise<PreviewRun>((done, fail) => {
          settle = () => (end instanceof ProblemError ? fail(end) : done(end));
        }),
    },
  });
  await connections.start();
  shortcuts.start(() => undefined);
  render(Launcher);
  await screen.findByText('Booking');
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(settle).toBeDefined());
  await user.keyboard('{Escape}');
  const before = main.log.length;
  settle?.();
  await new Promise((done) => setTimeout(done));
  main.emit('launcher.shown', { turn: 2 });
  await new Promise((done) => setTimeout(done));
  const asked = main.log.slice(before).map(({ name }) => name);
  const lines = [...document.querySelectorAll('.message')].map((line) => line.textContent ?? '');
  return [...asked.filter((name) => name !== 'launcher.fit'), ...lines];
}

it('the control: that a locked keychain kept it back is told', async () => {
  expect(await toldOf(new ProblemError({ code: 'keychainLocked' }))).toEqual(['launcher.refused']);
});

it('that it was not sent for want of a network is told as well', async () => {
  expect(await toldOf(run)).not.toEqual([]);
});
