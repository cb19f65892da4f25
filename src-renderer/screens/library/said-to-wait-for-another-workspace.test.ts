/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A person has two workspaces on one service. It answers a theme of the first with 429 and doesn't say for how long: that one waits, and
 * is tried again later. A theme that they publish to the second workspace then is sent at once. It isn't said to wait because the
 * service asked for it.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', async (real) => ({ ...(await real<object>()), toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockClear());
afterEach(() => {
  outbox.end();
  connections.end();
});

it.each([
  ['the control: the service asked for ten minutes, of everybody', '600', true],
  ['it only was too busy', undefined, false],
])('says of a theme for another workspace whether it waits: %s', async (_, retryAfter, waits) => {
  const made = await outboxFixture({ themes: 2 });
  const [first = '', other = ''] = made.ids;
  made.connections.push({ ...made.connection, id: 'c2', label: 'Kestrel', workspaceId: 'w2' });
  made.outbox.connectionsChanged();
  const busy = { status: 429, times: 1, ...(retryAfter !== undefined && { retryAfter }) };
  made.practice.setBehaviour('saveThemeTemplate', busy);
  await made.publish(first);
  await made.settled();
  made.clock.pass(100);
  expect(await made.items()).toMatchObject([{ themeId: first, why: 'asked' }]);
  const list = made.connections.map((one) =>
    trialConnection(one.id, { ...one, tokenState: 'keychain' }),
  );
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: made.library.handlers,
    outbox: made.outbox.handlers,
  });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start(), library.start()]);
  const before = made.practice.received().length;

  await publishThemes(
    library.themes.filter(({ id }) => id === other),
    list.filter(({ id }) => id === 'c2'),
  );
  await made.settled();

  const [[said = ''] = []] = vi.mocked(toast).mock.calls;
  const isSent = made.practice.received().length > before;
  expect([isSent, said.includes('asked Foyer to wait')]).toEqual([!waits, waits]);
});
