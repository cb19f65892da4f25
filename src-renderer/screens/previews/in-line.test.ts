import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Previews from './Previews.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

const input = { botId: 'bot', to: '+44 7700 900112' };

/**
 * Somebody without a mouse presses *Cancel* beside a preview that stands in line, or *Don't send* in the history, and it
 * is taken back. The buttons go; the focus stays on the screen: it does not fall to the page, where nothing is said, and
 * from where Tab begins anew.
 */
describe('the focus as a preview in line is taken back', () => {
  it.each([
    ['the control: Cancel, and it is still in line', /^Cancel$/u, false],
    ['Cancel, and it is taken back', /^Cancel$/u, true],
    ['Don’t send, and it is taken back', /^Don’t send/u, true],
  ])('%s', async (name, button, isTakenBack) => {
    const user = userEvent.setup();
    const connection = trialConnection(name);
    const run: PreviewRun = {
      ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
      ...{ input, outcome: null, isInLine: true },
    };
    const kept = { shortcuts: [], drafts: { [connection.id]: { ...input, startGroupId: '' } } };
    let cancelled = 0;
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
      previews: {
        list: () => ({ ...kept, revision: 1, history: [run] }),
        cancel() {
          cancelled += 1;
          if (isTakenBack) main.emit('previews.changed', { ...kept, revision: 2, history: [] });
        },
      },
    });
    await connections.start();
    render(Previews);
    const pressed = await screen.findByRole('button', { name: button });
    pressed.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(cancelled).toBe(1));
    if (isTakenBack) await waitFor(() => expect(pressed).not.toBeInTheDocument());
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });
});

/**
 * Somebody without a mouse is at *Cancel* beside a preview that stands in line, and it leaves. The focus stays beside it,
 * at *Stop waiting* or another place of the form, as before they were two buttons: it does not fall to the page, where
 * nothing is said, and no key does anything.
 */
describe('the focus as a preview in line leaves', () => {
  it.each([
    ['the control: it is still in line', false],
    ['it leaves', true],
  ])('%s', async (_, leaves) => {
    const connection = trialConnection('left');
    const run: PreviewRun = {
      ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
      ...{ input, outcome: null },
    };
    const kept = { shortcuts: [], drafts: { [connection.id]: { ...input, startGroupId: '' } } };
    const inLine = { ...run, isInLine: true };
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
      previews: { list: () => ({ ...kept, revision: 1, history: [inLine] }) },
    });
    await connections.start();
    render(Previews);
    (await screen.findByRole('button', { name: 'Cancel' })).focus();
    main.emit('previews.changed', { ...kept, revision: 2, history: [leaves ? run : inLine] });
    await screen.findByRole('button', { name: leaves ? 'Stop waiting' : 'Cancel' });
    await main.answered();
    expect(document.body).not.toHaveFocus();
  });
});

/**
 * A preview stands in line, and a person presses *Cancel* beside it, so that it isn't sent. It leaves while the button is
 * held down, which says *Stop waiting* from then on. Nobody asked for that: its answer would come, and without it
 * nobody knows whether it arrived.
 */
describe('a preview leaves while its Cancel is held down', () => {
  /** What is stopped by a press that begins while it is in line, and ends as `leaves` says. */
  async function stoppedBy(name: string, leaves: boolean): Promise<string[]> {
    const user = userEvent.setup();
    const connection = trialConnection(name);
    const run: PreviewRun = {
      ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
      ...{ input, outcome: null },
    };
    const stopped: string[] = [];
    const kept = { shortcuts: [], drafts: { [connection.id]: { ...input, startGroupId: '' } } };
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
      previews: {
        list: () => ({ ...kept, revision: 1, history: [{ ...run, isInLine: true }] }),
        cancel: ({ activityId = '' }) => void stopped.push(activityId),
      },
    });
    await connections.start();
    render(Previews);
    const button = await screen.findByRole('button', { name: 'Cancel' });
    await user.pointer({ keys: '[MouseLeft>]', target: button });
    if (leaves) main.emit('previews.changed', { ...kept, revision: 2, history: [run] });
    await new Promise((done) => setTimeout(done));
    await user.pointer({ keys: '[/MouseLeft]', target: button });
    await new Promise((done) => setTimeout(done));
    return stopped;
  }

  it('the control: while it is in line, it is stopped', async () => {
    expect(await stoppedBy('in-line', false)).toEqual(['run']);
  });

  it('once it has left, its answer is waited for', async () => {
    expect(await stoppedBy('left', true)).toEqual([]);
  });
});
