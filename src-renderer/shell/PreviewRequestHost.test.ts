import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewAsk } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { installFakeMain } from '../testing/fake-main';
import { connections } from '../state/connections.svelte';
import PreviewRequestHost from './PreviewRequestHost.svelte';
import { layers } from '../ui/layers';

// Compiled ahead; it is loaded when the first one is asked for.
beforeAll(
  () => Promise.all([import('../screens/previews/PreviewDialog.svelte'), layers.load()]),
  120_000,
);

interface Sent {
  to: string;
  connectionId: string;
  answer: (message: string) => void;
  fail: (error: ProblemError) => void;
}

const northwind = trialConnection('northwind');
const kestrel = trialConnection('kestrel', { label: 'Kestrel' });

async function open() {
  const sent: Sent[] = [];
  /** What main knows of every recipient. */
  const knows = { isNew: false };
  const main = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [northwind, kestrel], currentId: northwind.id }),
    },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      isNewRecipient: () => ({ isNew: knows.isNew, place: trialPlace }),
      start: ({ botId, to, connectionId, confirmedPlace }) =>
        new Promise<PreviewRun>((resolve, reject) => {
          if (knows.isNew && confirmedPlace !== trialPlace) {
            throw new ProblemError({
              code: 'newRecipient',
              to,
              label: 'Northwind',
              place: trialPlace,
            });
          }
          const run: PreviewRun = {
            activityId: `run ${sent.length}`,
            at: '2026-01-01T00:00:00.000Z',
            connectionId,
            input: { botId, to },
            outcome: { kind: 'accepted', status: 200 },
          };
          sent.push({
            to,
            connectionId,
            answer: (message) => resolve({ ...run, message }),
            fail: reject,
          });
        }),
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  const ask = (to: string, change: Partial<PreviewAsk> = {}) =>
    main.emit('previews.asked', {
      kind: 'filled',
      name: '',
      connectionId: northwind.id,
      fields: { botId: 'bot', to, startGroupId: '' },
      isFromLink: true,
      ...change,
    });
  return { main, sent, ask, knows, user: userEvent.setup() };
}

afterEach(async () => {
  const user = userEvent.setup();
  for (;;) {
    const close = screen.queryByRole('button', { name: /^(Close|Not now)$/u });
    if (!close) break;
    await user.click(close);
    await waitFor(() => expect(close).not.toBeInTheDocument());
  }
  cleanup();
  connections.end();
});

const sendButton = () => screen.findByRole('button', { name: 'Send once' });

describe('a preview that is asked for', () => {
  it('shows no outcome of another one that was closed while it was under way', async () => {
    const { sent, ask, user } = await open();
    ask('+1 first');
    await user.click(await sendButton());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    ask('+2 second');
    expect(await screen.findByText('+2 second')).toBeVisible();
    sent[0]?.answer('the first is on its way');
    // The second one is sent and answered after it, so the first one's answer has been heard.
    await user.click(await sendButton());
    await waitFor(() => expect(sent.map(({ to }) => to)).toEqual(['+1 first', '+2 second']));
    expect(screen.queryByText('The service accepted the preview.')).toBeNull();
    sent[1]?.answer('the second is on its way');
    expect(await screen.findByText('the second is on its way')).toBeVisible();
    expect(screen.queryByText('the first is on its way')).toBeNull();
  });

  it('does not say that it is sent before it has left', async () => {
    const { main, sent, ask, user } = await open();
    ask('+1 first');
    await user.click(await sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    const run = {
      ...{ activityId: 'run 0', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
      ...{ input: { botId: 'bot', to: '+1 first' }, outcome: null },
    };
    const kept = { shortcuts: [], drafts: {} };
    main.emit('previews.changed', {
      ...{ ...kept, revision: 2 },
      history: [{ ...run, isInLine: true }],
    });
    expect(await screen.findByRole('button', { name: 'Waiting to be sent' })).toBeVisible();
    main.emit('previews.changed', { ...kept, revision: 3, history: [run] });
    expect(await screen.findByRole('button', { name: 'Sending' })).toBeVisible();
  });

  it('shows no problem of another one that was closed while it was under way', async () => {
    const { sent, ask, user } = await open();
    ask('+1 first');
    await user.click(await sendButton());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    ask('+2 second');
    await user.click(await sendButton());
    await waitFor(() => expect(sent).toHaveLength(2));
    sent[0]?.fail(new ProblemError({ code: 'tokenMissing', label: 'Northwind' }));
    sent[1]?.answer('the second is on its way');
    expect(await screen.findByText('the second is on its way')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names the connection it was sent through, also when another one comes into use', async () => {
    const { main, sent, ask, user } = await open();
    ask('+1 first', { connectionId: null });
    await user.click(await sendButton());
    main.emit('connections.changed', {
      revision: 2,
      list: [northwind, kestrel],
      currentId: kestrel.id,
    });
    sent[0]?.answer('on its way');
    expect(await screen.findByText('on its way')).toBeVisible();
    expect(sent[0]?.connectionId).toBe('northwind');
    expect(screen.queryByText('Kestrel')).toBeNull();
    expect(screen.getByText('Northwind')).toBeVisible();
  });

  it('is not sent by Enter as the first one to its recipient, in main’s words, without that being said', async () => {
    const { sent, ask, knows, user } = await open();
    knows.isNew = true;
    ask('+1 first', { isFromLink: false });
    expect(
      await screen.findByText(/Northwind hasn’t sent anything to this recipient/u),
    ).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Not now' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(sent).toEqual([]);
  });

  it('is asked for again when it has become a first one since it was shown', async () => {
    const { sent, ask, knows, user } = await open();
    ask('+1 first', { isFromLink: false });
    await waitFor(async () => expect(await sendButton()).toHaveFocus());
    // The connection leads to another workspace now.
    knows.isNew = true;
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Not now' })).toHaveFocus());
    expect(sent).toEqual([]);
    await user.click(await sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.answer('on its way');
  });

  it('asked for twice, as by a key that was pressed twice, is shown and sent once', async () => {
    const { sent, ask, user } = await open();
    ask('+1 first');
    ask('+1 first');
    await user.click(await sendButton());
    sent[0]?.answer('on its way');
    expect(await screen.findByText('on its way')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveLength(1);
  });
});
