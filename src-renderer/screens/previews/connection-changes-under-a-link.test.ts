/**
 * A link without a connection asks for a preview while a new workspace is being connected, which is checked
 * for some seconds. Then that is added, and is the one in use: the dialog was shown, and read, with the other.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
afterEach(() => {
  previewStarter.close();
  cleanup();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });
const kestrel = trialConnection('kestrel', { label: 'Kestrel' });
const to = '+44 7700 900112';

/** Through which connections it was sent, and for where it was confirmed as a first one, at a press of the button. */
async function sentThrough(connectionId: string | null, first = northwind) {
  const user = userEvent.setup();
  const sent: { connectionId: string; confirmedPlace: string | undefined }[] = [];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      isNewRecipient: () => ({ isNew: true, place: trialPlace }),
      start: (form) => {
        sent.push({ connectionId: form.connectionId, confirmedPlace: form.confirmedPlace });
        return {
          ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', input: { botId: 'bot', to } },
          ...{ connectionId: form.connectionId, outcome: { kind: 'accepted', status: 200 } },
        };
      },
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  const fields = { botId: 'bot', to, startGroupId: '' };
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: '', connectionId, fields, isFromLink: true },
  });
  const button = await screen.findByRole('button', { name: 'Send once' });
  expect(screen.getByRole('dialog')).toHaveTextContent('Northwind');
  // Between the eye and the finger.
  main.emit('connections.changed', {
    ...{ revision: 2, list: [first, kestrel], currentId: kestrel.id },
  });
  await user.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  return sent;
}

it('the control: one whose link names the connection goes there', async () => {
  expect(await sentThrough('northwind')).toEqual([
    { connectionId: 'northwind', confirmedPlace: trialPlace },
  ]);
});

it('is not sent through another connection than it was shown with', async () => {
  expect(await sentThrough(null)).toEqual([
    { connectionId: 'northwind', confirmedPlace: trialPlace },
  ]);
});

it('is confirmed for the workspace of which that was said, and for no other', async () => {
  const moved = { ...northwind, baseAddress: 'https://elsewhere.example/api/v1', access: 1 };
  expect(await sentThrough('northwind', moved)).toMatchObject([{ confirmedPlace: trialPlace }]);
});
