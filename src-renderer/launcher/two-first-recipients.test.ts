/** Two previews of the launcher, each the first one to its recipient: both are asked about, none is lost. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { installFakeMain } from '../testing/fake-main';
import Launcher from './Launcher.svelte';

const northwind = trialConnection('northwind');
const named = (id: string, name: string, to: string): ShownShortcut => ({
  ...{ id, name, connectionId: northwind.id, botId: 'bot', to, startGroupId: '' },
  ...{ lastAt: null, isNewRecipient: true },
});
const anna = named('s1', 'Anna', '+44 7700 900112');
const berta = named('s2', 'Berta', '+44 7700 900113');

afterEach(() => {
  cleanup();
  connections.end();
});

/** Sends both; main has not answered of either by then. */
async function sendBoth() {
  const user = userEvent.setup();
  const refusals = new Map<string, () => void>();
  const sent: string[] = [];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    launcher: {
      ...{ fit: () => undefined, hide: () => undefined, ready: () => undefined },
      ...{ refused: () => undefined, ended: () => undefined },
    },
    previews: {
      list: () => ({ revision: 1, history: [], drafts: {}, shortcuts: [anna, berta] }),
      start: ({ to, confirmedPlace }) => {
        if (confirmedPlace === trialPlace) sent.push(to);
        return new Promise<never>((_done, reject) => {
          refusals.set(to, () =>
            reject(
              new ProblemError({
                code: 'newRecipient',
                to,
                label: northwind.label,
                place: trialPlace,
              }),
            ),
          );
        });
      },
    },
  });
  await connections.start();
  shortcuts.start(() => undefined);
  render(Launcher);
  await screen.findByText('Anna');
  await user.keyboard('1{Enter}');
  await user.keyboard('2{Enter}');
  await waitFor(() => expect(refusals.size).toBe(2));
  const refuse = async (to: string) => {
    refusals.get(to)?.();
    await new Promise((done) => setTimeout(done));
  };
  return { user, refuse, sent };
}

const page = () => document.querySelector('main')?.textContent ?? '';

it('the control: the first one is asked about', async () => {
  const { refuse } = await sendBoth();
  await refuse(anna.to);
  expect(page()).toContain(`hasn’t sent anything to ${anna.to}`);
});

it('it is said which shortcut is asked about, and which bot; its row is marked, one after the other', async () => {
  const { user, refuse } = await sendBoth();
  await refuse(anna.to);
  await refuse(berta.to);
  for (const { name } of [anna, berta]) {
    const question = screen.getByRole('group', { name: 'Start a preview' });
    expect(question).toHaveTextContent(`${name}: Northwind hasn’t sent anything`);
    expect(question).toHaveTextContent('It starts the bot “bot”.');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent(name);
    await user.click(screen.getByRole('button', { name: 'Not now' }));
  }
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
});

it('what is asked does not change under a finger', async () => {
  const { refuse } = await sendBoth();
  await refuse(anna.to);
  await refuse(berta.to);
  expect(page()).toContain(`hasn’t sent anything to ${anna.to}`);
});

it('of each a person is asked, or told that it was not sent', async () => {
  const { user, refuse } = await sendBoth();
  await refuse(anna.to);
  await refuse(berta.to);
  let all = page();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  await new Promise((done) => setTimeout(done));
  all += page();
  const foot = all.replaceAll(/(?:Anna|Berta)\s*to \+[\d ]+/gu, '');
  expect(foot).toContain(`sent anything to ${berta.to}`);
  expect(foot).toContain(`sent anything to ${anna.to}`);
});

it('one that is confirmed is confirmed for where it was asked about', async () => {
  const { user, refuse, sent } = await sendBoth();
  await refuse(anna.to);
  await user.click(screen.getByRole('button', { name: 'Send once' }));
  await waitFor(() => expect(sent).toEqual([anna.to]));
});
