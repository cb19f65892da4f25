/**
 * A double click on *Send once* is one word. Its second click comes to what stands there by then: the same button under
 * another question, or *Close*, which has moved to where it was.
 */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun } from '@shared/sending';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { connections } from '../../state/connections.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);

afterEach(() => {
  previewStarter.close();
  cleanup();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });
const to = '+44 7700 900112';
const run: PreviewRun = {
  ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
  ...{ input: { botId: 'bot', to }, outcome: { kind: 'accepted', status: 200 } },
};

/** A preview that was chosen in the palette, to whom one is under way as it is shown. */
async function chosen() {
  /** As main judges it (`recipients.ts`): also by what is under way, as long as it is, or may have arrived. */
  let isFirstUnderWay = true;
  const starts: (string | undefined)[] = [];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      isNewRecipient: () => ({ isNew: !isFirstUnderWay, place: trialPlace }),
      start: ({ confirmedPlace }) => {
        starts.push(confirmedPlace);
        if (isFirstUnderWay || confirmedPlace === trialPlace) return run;
        throw new ProblemError({
          ...{ code: 'newRecipient', to, label: northwind.label, place: trialPlace },
        });
      },
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  const fields = { botId: 'bot', to, startGroupId: '' };
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: 'Anna', connectionId: northwind.id, fields, isFromLink: false },
  });
  const send = await screen.findByRole('button', { name: 'Send once' });
  return { send, starts, comesToNothing: () => (isFirstUnderWay = false) };
}

it('a first recipient, whom the first click finds to be one, is not confirmed by the second', async () => {
  const { send, starts, comesToNothing } = await chosen();
  expect(screen.getByRole('dialog')).not.toHaveTextContent('hasn’t sent anything');
  // The one that was under way has no network.
  comesToNothing();
  await fireEvent.click(send, { detail: 1 });
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('hasn’t sent anything'));
  // A double click takes up to half a second; main's refusal takes some milliseconds.
  const wasPressed = await fireEvent.click(screen.getByRole('button', { name: 'Send once' }), {
    detail: 2,
  });
  expect(wasPressed).toBe(false);
  expect(starts).toEqual([undefined]);
});

it('what came of it is not put away unread where the service answers at once', async () => {
  const { send } = await chosen();
  await fireEvent.click(send, { detail: 1 });
  await screen.findByText('The service accepted the preview.');
  // The only button by then, at the right edge, where the other one was.
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 2 });
  expect(screen.getByText('The service accepted the preview.')).toBeVisible();
});

it('pressed once more, it is confirmed, and closed', async () => {
  const { send, starts, comesToNothing } = await chosen();
  comesToNothing();
  await fireEvent.click(send, { detail: 1 });
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('hasn’t sent anything'));
  await fireEvent.click(screen.getByRole('button', { name: 'Send once' }), { detail: 1 });
  await screen.findByText('The service accepted the preview.');
  expect(starts).toEqual([undefined, trialPlace]);
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 1 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
