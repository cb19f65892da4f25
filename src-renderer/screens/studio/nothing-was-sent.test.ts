/**
 * A theme's later save breaks off once the service has read it, and Foyer is quit before it repeats it. The next morning the
 * keychain is locked, or the disk takes nothing: it is tried again later. What main tells of it then is the entry below
 * (`mayHaveArrived`); the service may have the new version, and in this case has it. The studio says that nothing was sent:
 * "anything that may have arrived stays for you to decide" (guide, Publishing).
 */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import type { OutboxItem } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
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
  outbox.showFirst([]);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const place = { themeId: 't1', connectionId: northwind.id };

/** It is tried again later, because of this. */
async function studioWith(problem: Problem, mayHaveArrived: boolean): Promise<void> {
  const item: OutboxItem = {
    ...{ ...place, name: 'Harbour', why: 'problem', since: '2026-11-20T14:05:00Z', problem },
    ...{ isFirst: false, nextTryAt: '2026-11-20T14:06:00Z' },
    ...(mayHaveArrived && { mayHaveArrived }),
  };
  const theme = newTheme();
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme, isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [{ connectionId: northwind.id, relation: 'changed', templateId: 'x' }],
    publications: {
      [northwind.id]: { templateId: 'x', at: '2026-11-19', sent: { name: 'Pier', theme } },
    },
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [item], holds: [] },
        ...{ deliveries: [{ ...place, delivery: 'waiting' }], progress: { done: 0, all: 1 } },
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

const problems: [string, Problem, RegExp][] = [
  ['the keychain is locked', { code: 'keychainLocked' }, /The keychain didn’t answer/u],
  ['the disk takes nothing', { code: 'intentNotStored' }, /couldn’t record what it was about to/u],
];

it.each(problems)('the control: nothing of it has left: %s', async (_why, problem, said) => {
  await studioWith(problem, false);
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByText('Nothing was sent.')).toBeVisible();
});

it.each(problems)('an earlier try may have arrived: %s', async (_why, problem, said) => {
  await studioWith(problem, true);
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.queryByText('Nothing was sent.')).toBeNull();
});
