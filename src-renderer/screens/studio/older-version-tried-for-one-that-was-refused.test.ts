/**
 * A theme waits for the network. The person edits it and publishes it again, while the disk is full: the outbox keeps the
 * version before, and the studio says why the new one isn’t taken, with _Try now_. They make room and press that: what is
 * tried is what the notice is about, and not the version that they have replaced; and what is cancelled as well.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, Queued } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
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

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const target = { themeId: 't1', connectionId: northwind.id };
const full = { code: 'storageFull', path: '/profile/outbox' } as const;
const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: northwind.id, relation: 'changed' }],
  publications: {},
};
const waiting: OutboxItem = {
  ...{ ...target, name: 'Harbour', why: 'unreachable', isFirst: false },
  ...{ since: '2026-11-20T14:05:00Z', nextTryAt: '2026-11-20T14:06:00Z' },
};

it.each([
  ['the control: it is about what waits', false],
  ['it is about the version that was refused', true],
])('tries what the notice is about: %s', async (_name, isFull) => {
  const user = userEvent.setup();
  const refused: Queued = { queued: 0, cancelled: [], problems: [{ ...target, problem: full }] };
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [waiting], holds: [] },
        ...{ deliveries: [{ ...target, delivery: 'waiting' }], progress: { done: 0, all: 1 } },
      }),
      answers: () => [],
      publish: () => refused,
      // Main tries the version that it has, which is the one before.
      retry: () => null,
    },
  });
  const asked = () =>
    main.log.map(({ name }) => name).filter((name) => /^outbox\.(?:publish|retry)$/u.test(name));
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  expect(await screen.findByText('Waiting to publish to Northwind')).toBeVisible();
  if (isFull) {
    await user.click(screen.getByRole('button', { name: 'Publish changes to Northwind' }));
    expect(await screen.findByText(/disk is full/iu)).toBeVisible();
    expect(screen.queryByText('Waiting to publish to Northwind')).toBeNull();
  }
  await user.click(screen.getByRole('button', { name: 'Try now' }));
  await new Promise((next) => setTimeout(next, 50));
  expect(asked()).toEqual(isFull ? ['outbox.publish', 'outbox.publish'] : ['outbox.retry']);
});
