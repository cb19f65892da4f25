/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real previews. */
/**
 * A person sent a preview to a client, removed the connection and entered it anew, under its name and for the same workspace,
 * as one does to start over with a token. The next preview to the client is no first one: nobody is asked about it with
 * words that the history behind the question disproves.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { previewsFixture } from '../../../src-main/previews/testing/fixture-previews';
import { connections } from '../../state/connections.svelte';
import { PreviewForm } from '../../state/previews.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { confirmation } from '../../ui/confirmation.svelte';
import { layers } from '../../ui/layers';
import PreviewFields from './PreviewFields.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  confirmation.current?.answer(false);
  connections.end();
});

const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
const first = trialConnection('first', { label: 'Northwind' });
const anew = trialConnection('anew', { label: 'Northwind' });
const nothing =
  'Northwind hasn’t sent anything to this recipient from its current address and workspace.';

/** The form of the connection that was entered anew, once its button was pressed. */
async function pressed(wasSent: boolean): Promise<void> {
  let there: readonly Connection[] = [first];
  const room = await previewsFixture({
    connectionById: (id) => there.find((one) => one.id === id),
  });
  if (wasSent) {
    await room.handlers.start({ connectionId: first.id, ...fields, confirmedPlace: trialPlace });
  }
  there = [anew];
  await room.handlers.saveDraft({ connectionId: anew.id, fields });
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [anew], currentId: anew.id }) },
    previews: { list: () => room.snapshot(), start: (form) => room.handlers.start(form) },
  });
  await connections.start();
  const form = new PreviewForm(anew.id);
  onTestFinished(form.start());
  render(PreviewFields, { form, connection: anew, onkeep: () => undefined });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Start preview' }));
}

describe('the first preview through a connection that was entered anew', () => {
  it('the control: is asked about where nothing was sent to the recipient', async () => {
    await pressed(false);
    await waitFor(() => expect(confirmation.current?.body).toContain(nothing));
  });

  it('is sent unasked where one was sent before', async () => {
    await pressed(true);
    expect(await screen.findByText('The service accepted the preview.')).toBeVisible();
    expect(confirmation.current).toBeUndefined();
  });
});
