/** What the studio says of a publication that has no answer of its own: why it waits, or was refused, once. */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = trialConnection('n', { label: 'Northwind' });
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: 'n', relation: 'never' }],
  publications: {},
};

/** The notice of what waits to be published to Northwind, or of that title. */
async function notice(
  waits: Pick<OutboxItem, 'why' | 'outcome'>,
  title: string | RegExp = 'Waiting to publish to Northwind',
): Promise<HTMLElement> {
  const place = { themeId: 't1', connectionId: northwind.id };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, holds: [] },
        items: [
          { ...place, name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: true, ...waits },
        ],
        deliveries: [{ ...place, delivery: waits.why === 'refused' ? 'refused' : 'blocked' }],
        progress: { done: 0, all: 1 },
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  const pane = within(screen.getByRole('complementary', { name: 'Before publishing' }));
  const said = pane.getByText(title).closest<HTMLElement>('.notice');
  if (!said) throw new Error('There is no notice');
  return said;
}

it.each([
  ['asked', 'The service asked Foyer to wait'],
  ['answered', 'The service’s address gave an unexpected answer'],
  ['unreachable', 'The service can’t be reached'],
  ['tokenRefused', 'The token was refused'],
] as const)('%s', async (why, words) => {
  expect(within(await notice({ why })).getByText(words)).toBeVisible();
});

it.each(['retry', 'turn', 'held', 'paused', 'tokenMissing', 'themeMissing'] as const)(
  'says of “%s” only what Foyer does next',
  async (why) => {
    expect((await notice({ why })).querySelectorAll('p:not(.strong)')).toHaveLength(1);
  },
);

it('says what the service answered where this theme was tried', async () => {
  const said = within(await notice({ why: 'asked', outcome: { kind: 'rejected', status: 429 } }));
  expect(said.getByText(/429/u)).toBeVisible();
  expect(said.queryByText('The service asked Foyer to wait')).toBeNull();
});

it('says of what was refused why, and offers another token', async () => {
  const refused = { why: 'refused', outcome: { kind: 'rejected', status: 403 } } as const;
  const said = within(await notice(refused, /403/u));
  expect(said.getByRole('button', { name: /token/iu })).toBeVisible();
});
