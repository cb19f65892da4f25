/**
 * A preview of the launcher stood in line behind the first one to its recipient, which came to nothing: main
 * sends nothing and asks (`under-way.test.ts`). By then the launcher was put away.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { installFakeMain } from '../testing/fake-main';
import Launcher from './Launcher.svelte';

const northwind = trialConnection('northwind');
const to = '+44 7700 900112';
const question = 'Northwind hasn’t sent anything to';
const shortcut: ShownShortcut = {
  ...{ id: 's1', name: 'Booking', connectionId: northwind.id, botId: 'bot', to, startGroupId: '' },
  ...{ lastAt: null, isNewRecipient: false },
};

afterEach(() => {
  cleanup();
  connections.end();
});

/** Sends one, puts the launcher away, and has main say why nothing left; shows the launcher again. */
async function saidOf(problem: Problem): Promise<string> {
  const refused: Problem[] = [];
  const user = userEvent.setup();
  let refuse: ((problem: Problem) => void) | undefined;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    launcher: {
      ...{ fit: () => undefined, hide: () => undefined, ready: () => undefined },
      // Main tells it in a notification where the launcher is not to be seen.
      refused: (told) => void refused.push(told),
    },
    previews: {
      list: () => ({ revision: 1, history: [], drafts: {}, shortcuts: [shortcut] }),
      start: () =>
        new Promise<never>((_done, reject) => (refuse = (told) => reject(new ProblemError(told)))),
    },
  });
  await connections.start();
  shortcuts.start(() => undefined);
  render(Launcher);
  await screen.findByText('Booking');
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(refuse).toBeDefined());
  await user.keyboard('{Escape}');
  refuse?.(problem);
  await new Promise((done) => setTimeout(done));
  main.emit('launcher.shown', { turn: 2 });
  await new Promise((done) => setTimeout(done));
  // In what is drawn: the words for screen readers were spoken when nobody was there.
  const page = document.querySelector('main')?.textContent ?? '';
  const asked = page.includes(question) ? ['asked'] : [];
  return [...refused.map(({ code }) => code), ...asked].join();
}

it('the control: a person is told that nothing was sent for a locked keychain', async () => {
  expect(await saidOf({ code: 'keychainLocked' })).toBe('keychainLocked');
});

it('a person is told that nothing was sent, or asked when the launcher is shown again', async () => {
  expect(
    await saidOf({ code: 'newRecipient', to, label: northwind.label, place: trialPlace }),
  ).not.toBe('');
});
