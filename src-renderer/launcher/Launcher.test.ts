/** What the launcher's foot says of several previews. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../testing/fake-main';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import Launcher from './Launcher.svelte';

const northwind = trialConnection('northwind');
const shortcut = (id: string, to: string): ShownShortcut => ({
  ...{ id, name: `To ${to}`, connectionId: northwind.id, botId: 'bot', to, startGroupId: '' },
  ...{ lastAt: '2026-01-01T00:00:00.000Z', isNewRecipient: false },
});
const accepted: Outcome = { kind: 'accepted', status: 200 };

async function open(listed = [shortcut('s1', '+1 111'), shortcut('s2', '+2 222')]) {
  const refused: Problem[] = [];
  const sent: {
    to: string;
    end: (outcome: Outcome, message?: string) => void;
    refuse: (problem: Problem) => void;
  }[] = [];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    launcher: {
      ...{ fit: () => undefined, hide: () => undefined, ready: () => undefined },
      refused: (problem) => void refused.push(problem),
      ended: () => undefined,
    },
    previews: {
      list: () => ({
        ...{ revision: 1, history: [], drafts: {} },
        shortcuts: listed,
      }),
      start: ({ botId, to, connectionId }) =>
        new Promise<PreviewRun>((resolve, reject) => {
          const run = { activityId: `run ${to}`, at: '2026-01-01T00:00:00.000Z', connectionId };
          const end = (outcome: Outcome, message?: string) =>
            resolve({ ...run, input: { botId, to }, outcome, ...(message && { message }) });
          const refuse = (problem: Problem) => reject(new ProblemError(problem));
          sent.push({ to, end, refuse });
        }),
    },
  });
  await connections.start();
  shortcuts.start(() => undefined);
  render(Launcher);
  await screen.findByText('To +2 222');
  return { main, refused, sent, user: userEvent.setup() };
}

const foot = () =>
  [...document.querySelectorAll('.message')].map((line) => line.textContent?.trim() ?? '');

afterEach(() => {
  cleanup();
  connections.end();
});

it('says that one was not started yet, as Previews say it: it may have been sent, and refused', async () => {
  await open([{ ...shortcut('s2', '+2 222'), lastAt: null }]);
  expect(screen.getByText('Not started yet')).toBeVisible();
});

it('says when it ended, and names once the connection that all have', async () => {
  const { sent, user } = await open();
  expect(screen.getAllByText(northwind.label)).toHaveLength(1);
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(document.querySelector('.foot time')).toBeNull();
  sent[0]?.end(accepted);
  await waitFor(() =>
    expect(document.querySelector('.foot time')).toHaveTextContent(/^\d\d:\d\d$/u),
  );
});

it('sets the service’s own words apart from Foyer’s', async () => {
  const { sent, user } = await open();
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.end(accepted, 'success');
  await waitFor(() => expect(foot()).toEqual(['The service accepted the preview. “success”']));
});

it('has it said elsewhere that nothing was sent, should the launcher be put away by then', async () => {
  const { refused, sent, user } = await open();
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.refuse({ code: 'keychainLocked' });
  await waitFor(() => expect(refused).toEqual([{ code: 'keychainLocked' }]));
});

it('chooses none by the digit of none, says so, and goes on with the next digit', async () => {
  const { main, sent, user } = await open();
  main.emit('launcher.shown', { turn: 1 });
  await user.keyboard('3');
  expect(screen.getByText('No matching shortcut.', { selector: 'main *' })).toBeVisible();
  await user.keyboard('{Enter}2{Enter}');
  await waitFor(() => expect(sent).not.toEqual([]));
  expect(sent.map(({ to }) => to)).toEqual(['+2 222']);
  expect(screen.queryByText('No matching shortcut.', { selector: 'main *' })).toBeNull();
});

describe('two previews, one sent right after the other', () => {
  it('the end of the first is not told as that of the second, which is under way', async () => {
    const { sent, user } = await open();
    await user.keyboard('1{Enter}');
    await waitFor(() => expect(foot()).toEqual(['Sending to +1 111']));
    await user.keyboard('2{Enter}');
    await waitFor(() => expect(foot()).toEqual(['Sending to +1 111', 'Sending to +2 222']));
    sent[0]?.end(accepted);
    await waitFor(() =>
      expect(foot()).toEqual(['+1 111: The service accepted the preview.', 'Sending to +2 222']),
    );
    sent[1]?.end({ kind: 'proxyRefused' });
    await waitFor(() => expect(foot()[1]).toMatch(/^\+2 222: /u));
    expect(foot()[0]).toBe('+1 111: The service accepted the preview.');
  });

  it('one that ends after the launcher was put away and shown again is named', async () => {
    const { main, sent, user } = await open();
    await user.keyboard('1{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    main.emit('launcher.shown', { turn: 2 });
    await waitFor(() => expect(foot()).toEqual([]));
    sent[0]?.end(accepted);
    await waitFor(() => expect(foot()).toEqual(['+1 111: The service accepted the preview.']));
  });
});

describe('one preview', () => {
  it('is not said to be sent before it has left', async () => {
    const { main, sent, user } = await open();
    await user.keyboard('2{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    const run = {
      ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
      ...{ input: { botId: 'bot', to: '+2 222' }, outcome: null },
    };
    const kept = { shortcuts: [], drafts: {} };
    main.emit('previews.changed', {
      ...{ ...kept, revision: 2 },
      history: [{ ...run, isInLine: true }],
    });
    await waitFor(() => expect(foot()).toEqual(['Waiting to be sent to +2 222']));
    main.emit('previews.changed', { ...kept, revision: 3, history: [run] });
    await waitFor(() => expect(foot()).toEqual(['Sending to +2 222']));
  });

  it('has its end told without its recipient, who was just chosen', async () => {
    const { sent, user } = await open();
    await user.keyboard('1{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.end(accepted);
    await waitFor(() => expect(foot()).toEqual(['The service accepted the preview.']));
  });
});
