/**
 * A theme waits, and a copy of its library is chosen. Linking the copy's theme, or unlinking it, takes nothing out of
 * the outbox (src-main/outbox/links-in-a-copy.test.ts): the dialog doesn't say that it would.
 */
import type { OutboxItem } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
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

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const theme = sampleSummary('Harbour');

/** What the dialog says while it waits so. */
async function said(why: OutboxItem['why'], isOfOtherLibrary?: true): Promise<string> {
  const item = {
    ...{ themeId: theme.id, connectionId: northwind.id, name: 'Harbour', isFirst: false },
    goesTo: publicationKey(northwind),
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, deliveries: [], holds: [] },
        items: [
          {
            ...item,
            ...(isOfOtherLibrary && { isOfOtherLibrary }),
            why,
            since: '2026-01-02T03:04:05.000Z',
          },
        ],
        progress: { done: 0, all: 0 },
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(LinkDialog, { theme, onclose: () => undefined });
  return (await screen.findByRole('dialog')).textContent;
}

const removed = 'it’s removed from there and won’t be published';

it('the control: it waits in the library that is open', async () => {
  expect(await said('turn')).toContain(removed);
});

it.each(['otherLibrary', 'elsewhere', 'decision'] as const)(
  'it waits for its own library, in which nothing is linked: %s',
  async (why) => {
    expect(await said(why, true)).not.toContain(removed);
  },
);
