/**
 * What was published from one library waits for a person's word, and a copy of the library is chosen. Linking the copy's
 * theme takes nothing of that out of the outbox: the dialog doesn't say that it would.
 */
import { cp } from 'node:fs/promises';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { copiedLibrary } from '../../../src-main/outbox/testing/copied-library';
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

it.each(['paused', 'elsewhere', 'decision'])('it waits: %s', async (first) => {
  const user = userEvent.setup();
  const made = await copiedLibrary();
  const { connection, place, practice } = made;
  const { handlers } = made.outbox;
  const second = { ...connection, id: 'c2', label: 'Team' };
  made.connections.push(second);
  if (first === 'decision')
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  else await handlers.setPaused({ isPaused: true });
  await handlers.publish({ themeIds: [place.themeId], connectionIds: ['c2'] });
  await made.settled();
  if (first === 'elsewhere') {
    second.workspaceId = 'another-workspace';
    made.outbox.connectionsChanged();
  }
  const copy = made.folder('copy');
  await cp(made.own, copy, { recursive: true });
  await made.use(copy);
  const why = first === 'paused' ? 'otherLibrary' : first;
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why }]);
  const list = made.connections.map(({ id, label, baseAddress, workspaceId }) => ({
    ...trialConnection('northwind'),
    ...{ id, label, baseAddress, workspaceId },
  }));
  installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    outbox: {
      list: () => handlers.list(undefined),
      link: (input) => handlers.link(input),
    },
  });
  await connections.start();
  await outbox.start();
  const theme = { ...sampleSummary('Harbour'), id: place.themeId, places: [] };
  const onclose = vi.fn();
  render(LinkDialog, { theme, onclose });
  await screen.findByRole('dialog');
  const isSaid = screen.queryByText(/it’s removed from there/u) !== null;
  await user.type(screen.getByRole('textbox', { name: /Template ID/u }), 'tmpl-1');
  await user.click(screen.getByRole('button', { name: 'Link theme' }));
  await vi.waitFor(() => expect(onclose).toHaveBeenCalled());
  const isLeft = (await made.items()).some((item) => item.why === why);
  expect({ isLeft, isSaid }).toEqual({ isLeft: true, isSaid: false });
});
