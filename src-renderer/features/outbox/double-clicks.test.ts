import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OutboxItem, OutboxReason, OutboxSnapshot } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

/**
 * Two themes wait. A person double-clicks the button that cancels the first: that goes from the list at once, and
 * the second moves up, its own button under the pointer, before the second click comes. The second click of a
 * double click is no word about another theme.
 */
describe('on Cancel', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
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

  /** What was cancelled by two clicks on the topmost of such buttons, the second of which says so of itself. */
  async function cancelledBy(secondClick: number): Promise<string[]> {
    const cancelled: string[] = [];
    let names = ['Harbour', 'Quay'];
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
      outbox: {
        list: () => snapshot(names),
        cancel: ({ only }) => {
          cancelled.push(only?.themeId ?? 'all');
          names = names.filter((name) => name.toLowerCase() !== only?.themeId);
        },
      },
    });
    await connections.start();
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
    const topmost = () => screen.getAllByRole('button', { name: /^Cancel publishing/u })[0];
    const first = topmost();
    if (!first) throw new Error('Nothing waits.');
    await fireEvent.click(first, { detail: 1 });
    main.emit('outbox.changed', snapshot(names));
    await waitFor(() =>
      expect(topmost()).toHaveAccessibleName('Cancel publishing Quay to Northwind'),
    );
    const second = topmost();
    if (second) await fireEvent.click(second, { detail: secondClick });
    return cancelled;
  }

  it('the control: two clicks, each by itself, cancel two', async () => {
    expect(await cancelledBy(1)).toEqual(['harbour', 'quay']);
  });

  it('a double click cancels one', async () => {
    expect(await cancelledBy(2)).toEqual(['harbour']);
  });
});

/**
 * A person double-clicks *Send again*. The save leaves, the connection is cut at once, as it was before, and the same
 * question with the same button is there again before the second click comes. It is no word about that new doubt:
 * as beside *Publish* and *Start*, the second click of a double click sends nothing.
 */
describe('on Send again', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind', keepsClientIds: 'no' });
  let revision = 1;

  function snapshot(why: OutboxReason): OutboxSnapshot {
    revision += 1;
    const harbour: OutboxItem = {
      ...{ themeId: 't1', connectionId: 'northwind', name: 'Harbour', why },
      ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true, templateId: 'tpl_7', unsureTries: 1 },
    };
    return {
      ...{ revision, isPaused: false, items: [harbour], deliveries: [], holds: [] },
      progress: { done: 0, all: 1 },
    };
  }

  const again = () => screen.queryByRole('button', { name: 'Send Harbour again' });
  const sent = (main: FakeMain) => main.log.filter(({ name }) => name === 'outbox.decide').length;

  /** Clicks, and waits until the save has left and is in doubt anew. `detail`: of how many clicks it is the last. */
  async function click(main: FakeMain, detail: number): Promise<void> {
    const button = again();
    if (!button) throw new Error('Nothing is asked.');
    const before = sent(main);
    await fireEvent.click(button, { detail });
    if (sent(main) === before) return;
    main.emit('outbox.changed', snapshot('sending'));
    await waitFor(() => expect(again()).toBeNull());
    main.emit('outbox.changed', snapshot('decision'));
    await waitFor(() => expect(again()).not.toBeNull());
  }

  async function shown(): Promise<FakeMain> {
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
      outbox: { list: () => snapshot('decision'), decide: () => undefined },
    });
    await connections.start();
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
    return main;
  }

  it('the control: two clicks, each by itself, are two words', async () => {
    const main = await shown();
    await click(main, 1);
    await click(main, 1);
    expect(sent(main)).toBe(2);
  });

  it('a double click is one', async () => {
    const main = await shown();
    await click(main, 1);
    await click(main, 2);
    expect(sent(main)).toBe(1);
  });

  it('a key is a word each time', async () => {
    const main = await shown();
    await click(main, 0);
    await click(main, 0);
    expect(sent(main)).toBe(2);
  });
});
