/**
 * A link asks for a preview, and the person sends it. The service takes its time, as one that waits before each bubble does: up
 * to a minute the dialog stands there, and still says above its button that nothing has been sent. Who believes that closes it
 * and starts another one.
 */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
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

/** The dialog of a link to somebody, at whom a first one was sent or not; nothing is answered. */
async function asked(isNew: boolean): Promise<HTMLElement> {
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      isNewRecipient: () => ({ isNew, place: trialPlace }),
      start: () => new Promise<never>(() => undefined),
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: '', connectionId: northwind.id, isFromLink: true },
    fields: { botId: 'bot', to, startGroupId: '' },
  });
  await screen.findByRole('button', { name: 'Send once' });
  return screen.getByRole('dialog');
}

it.each([
  ['that nothing has been sent', false, 'Nothing has been sent yet.'],
  ['that nothing was sent to them', true, 'hasn’t sent anything to this recipient'],
])('the dialog doesn’t say %s while it is being sent', async (_what, isNew, words) => {
  const dialog = await asked(isNew);
  // The control: before that it is so.
  expect(dialog).toHaveTextContent(words);
  await fireEvent.click(screen.getByRole('button', { name: 'Send once' }), { detail: 1 });
  await screen.findByRole('button', { name: 'Sending' });
  expect(dialog).not.toHaveTextContent(words);
});
