/**
 * Escape closes the outbox, as its button says, also where the last thing done in it was to cancel an entry, which takes the
 * button that was pressed along: the theme in the studio behind it stays open.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import OutboxButton from '../../shell/OutboxButton.svelte';
import { listenToCommands } from '../../shell/commands';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const user = userEvent.setup();
let revision = 1;

function snapshot(names: readonly string[]): OutboxSnapshot {
  revision += 1;
  const items = names.map((name): OutboxItem => ({
    ...{ themeId: name.toLowerCase(), connectionId: 'northwind', name, why: 'unreachable' },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: false },
  }));
  return {
    ...{ revision, isPaused: false, items, deliveries: [], holds: [] },
    progress: { done: 0, all: items.length },
  };
}

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

it.each([
  ['the control: nothing was cancelled', false],
  ['an entry was cancelled', true],
])('Escape closes the outbox and leaves the studio open: %s', async (_name, isCancelled) => {
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  };
  let names = ['Quay', 'Lighthouse'];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      answers: () => [],
      list: () => snapshot(names),
      cancel: ({ only }) => {
        names = names.filter((name) => name.toLowerCase() !== only?.themeId);
        main.emit('outbox.changed', snapshot(names));
      },
    },
  });
  await connections.start();
  await outbox.start();
  onTestFinished(
    listenToCommands({ showShortcuts: () => undefined, showPalette: () => undefined }),
  );
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  render(OutboxButton);
  await user.click(screen.getByRole('button', { name: /wait|outbox/iu }));
  const panel = await screen.findByRole('dialog', { name: 'Outbox' });
  await waitFor(() => expect(panel).toHaveFocus());
  if (isCancelled) {
    const cancel = screen.getByRole('button', { name: 'Cancel publishing Quay to Northwind' });
    await user.click(cancel);
    await waitFor(() => expect(cancel).not.toBeInTheDocument());
  }
  await user.keyboard('{Escape}');
  expect(navigation.current).toMatchObject({ screen: 'studio' });
  await waitFor(() => expect(panel).not.toBeInTheDocument());
});
