/**
 * A connection is being pointed at another server, for which a locked keychain, or a slow disk, takes its time. Meanwhile
 * a link, or the form, asks whether a preview may go to somebody to whom nothing was sent “from its current workspace”.
 * By the time that a person says yes, the connection leads elsewhere: to that workspace, nobody has confirmed it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import { trialConnection } from '@shared/trial-connection';
import { createPreviews } from '../../../src-main/previews/previews';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { connections } from '../../state/connections.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Confirmations from '../../ui/Confirmations.svelte';
import { layers } from '../../ui/layers';
import Previews from './Previews.svelte';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
afterEach(() => {
  previewStarter.close();
  cleanup();
  connections.end();
});

const user = userEvent.setup();
const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };

/** A window before the real room; to which addresses something was sent. */
async function windowOf(id: string) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let connection: Connection = trialConnection(id);
  const sent: string[] = [];
  const room = await createPreviews({
    ...{ folder, warn: () => undefined, connectionAt: () => undefined },
    connectionById: (wanted) => (wanted === id ? connection : undefined),
    async send(_connection, request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      sent.push(new URL(request.url).host);
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
    },
  });
  onTestFinished(() => room.close());
  const { handlers } = room;
  const list = (revision: number) => ({ revision, list: [connection], currentId: id });
  const main = installFakeMain({
    connections: { list: () => list(1) },
    previews: {
      list: () => handlers.list(undefined),
      isNewRecipient: (given) => handlers.isNewRecipient(given),
      saveDraft: (given) => handlers.saveDraft(given),
      start: (given) => handlers.start(given),
    },
  });
  onTestFinished(room.onChange((previews) => main.emit('previews.changed', previews)));
  await connections.start();
  return {
    main,
    sent,
    /** The edit is stored. */
    pointElsewhere() {
      const baseAddress = 'https://elsewhere.example/api/v1';
      connection = { ...connection, baseAddress, host: 'elsewhere.example', access: 1 };
      main.emit('connections.changed', list(2));
    },
  };
}

const settled = () => new Promise((done) => setTimeout(done, 300));

it.each([
  ['the control: as it was', 'c1', false, ['northwind.example']],
  ['pointed elsewhere meanwhile', 'c2', true, []],
] as const)('asked by a link: %s', async (_name, id, isMoved, expected) => {
  const { main, sent, pointElsewhere } = await windowOf(id);
  render(PreviewRequestHost);
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: '', connectionId: id, fields, isFromLink: true },
  });
  const button = await screen.findByRole('button', { name: 'Send once' });
  expect(screen.getByRole('dialog')).toHaveTextContent('hasn’t sent anything to this recipient');
  if (isMoved) pointElsewhere();
  await user.click(button);
  await settled();
  expect(sent).toEqual(expected);
});

it.each([
  ['the control: as it was', 'c3', false, ['northwind.example']],
  ['pointed elsewhere meanwhile', 'c4', true, []],
] as const)('asked by the form: %s', async (_name, id, isMoved, expected) => {
  const { sent, pointElsewhere } = await windowOf(id);
  render(Confirmations);
  render(Previews);
  await user.type(await screen.findByLabelText('Bot ID'), fields.botId);
  await user.type(screen.getByLabelText('Recipient'), fields.to);
  expect(screen.getByText(/northwind\.example/u)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start preview' }));
  const button = await screen.findByRole('button', { name: 'Send once' });
  if (isMoved) {
    pointElsewhere();
    await waitFor(() => expect(screen.getByText(/elsewhere\.example/u)).toBeInTheDocument());
  }
  await user.click(button);
  await settled();
  expect(sent).toEqual(expected);
});
