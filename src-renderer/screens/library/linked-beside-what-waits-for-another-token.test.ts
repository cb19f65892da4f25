/**
 * Linking a theme takes out of the outbox what waits at that workspace, and the dialog says so before. So it is, too, for
 * what was published through another connection to that workspace and waits for that one's token.
 */
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import LinkDialog from './LinkDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

const list = [
  { ...trialConnection('northwind'), id: 'c1', label: 'Northwind' },
  { ...trialConnection('northwind'), id: 'c2', label: 'Team' },
];

it.each([
  ['c1', 'paused'],
  ['c2', 'paused'],
  ['c1', 'tokenRefused'],
  ['c2', 'tokenRefused'],
])('linked through %s what waits is gone, as was said: %s', async (currentId, why) => {
  const user = userEvent.setup();
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
  const { handlers } = made.outbox;
  // Published through the first one, with the second to the same workspace.
  if (why === 'paused') await handlers.setPaused({ isPaused: true });
  else made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why, name: 'Harbour' }]);

  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId }) },
    outbox: {
      list: () => handlers.list(undefined),
      link: (input) => handlers.link(input),
    },
  });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await connections.start();
  await outbox.start();
  const theme = { ...sampleSummary('Harbour'), id: made.place.themeId, places: [] };
  const onclose = vi.fn();
  render(LinkDialog, { theme, onclose });
  await screen.findByRole('dialog');
  const said = screen.queryByText(/waiting in the outbox/u)?.textContent.trim();
  await user.type(screen.getByRole('textbox', { name: /Template ID/u }), 'tmpl-1');
  await user.click(screen.getByRole('button', { name: 'Link theme' }));
  await vi.waitFor(() => expect(onclose).toHaveBeenCalled());
  const isGone = (await made.items()).length === 0;
  expect({ isGone, isSaid: said !== undefined }).toEqual({ isGone: true, isSaid: true });
});
