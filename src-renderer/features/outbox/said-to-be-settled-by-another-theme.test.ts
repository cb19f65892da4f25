/**
 * A publication that was stopped on its way is in doubt: it may be there. Where the outbox says that another theme, too, can
 * settle that, one does; what was stopped is not asked for any more, and waits for a person's word alone.
 */
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { arrived, outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

it('is settled once another theme shows that IDs are kept, where that is said', async () => {
  const made = await outboxFixture({ themes: 2 });
  const { connection, ids, place, practice } = made;
  const { handlers } = made.outbox;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await made.publish();
  await arrived(practice);
  // Cancel beside “Publishing”.
  await handlers.stop(place);
  await made.settled();
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'decision' }]);
  const shown = { ...trialConnection('northwind'), id: 'c1', label: 'Northwind' };
  const list = [{ ...shown, keepsClientIds: connection.keepsClientIds }];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    outbox: { list: () => handlers.list(undefined) },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  await screen.findByText(/until you decide/u);
  const isSaid = screen.queryByText(/until another theme shows/u) !== null;
  await made.publish(ids[1] ?? '');
  await made.drained();
  expect(connection.keepsClientIds).toBe('yes');
  const isLeft = (await made.items()).some(({ themeId }) => themeId === place.themeId);
  expect(isSaid && isLeft).toBe(false);
});
