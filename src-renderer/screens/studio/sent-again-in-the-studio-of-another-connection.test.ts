/**
 * Two connections lead to one workspace. A save through the first may have arrived, and since then the first one's token is
 * refused. With the second in use, whose token is fine, the studio asks what became of it on that one, and has it sent
 * again: that word is given there, and goes there (as `src-main/outbox/doubts-by-connection.test.ts`
 * asks it of main; said of the first, it waits for the first one's token).
 */
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import Decision from '../../features/outbox/Decision.svelte';
import { connections } from '../../state/connections.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { ThemePublishing } from './publishing.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

const first = { ...trialConnection('northwind'), id: 'c1', label: 'Northwind' };
const second = { ...first, id: 'c2', label: 'Team' };

it.each([
  ['the control: the first one is in use', first],
  ['the second one is in use', second],
])('is sent again there: %s', async (_name, connection) => {
  const user = userEvent.setup();
  const since = '2026-11-20T14:05:00Z';
  const doubt = { name: 'Harbour', since, isFirst: true, templateId: 'tmpl-1', unsureTries: 1 };
  const target = { themeId: 't1', connectionId: 'c1' };
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [first, second], currentId: connection.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, progress: { done: 0, all: 0 } },
        // As main says it: of the connection that it left through, and of all others that lead there.
        items: [{ ...doubt, ...target, why: 'decision', mayHaveArrived: true, twins: ['c2'] }],
        deliveries: ['c1', 'c2'].map((connectionId) => ({
          ...{ themeId: 't1', connectionId },
          delivery: 'unknown' as const,
        })),
        // Another theme waits for that token.
        holds: [{ connectionId: 'c1', why: 'tokenRefused' }],
      }),
      decide: () => undefined,
    },
  });
  await connections.start();
  await outbox.start();
  // As the studio's notice (`PublishNotice.svelte`) has them.
  const item = new ThemePublishing(new OpenThemeState('t1')).itemAt(connection);
  if (!item) throw new Error('nothing is shown there');
  render(Decision, { item, connection });
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await vi.waitFor(() => expect(main.log.at(-1)?.name).toBe('outbox.decide'));
  expect(main.log.at(-1)?.input).toMatchObject({
    ...{ themeId: 't1', decision: 'sendAgain' },
    connectionId: connection.id,
  });
});
