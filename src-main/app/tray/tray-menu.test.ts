import { describe, expect, it } from 'vitest';
import type { ShownShortcut } from '@shared/previews';
import { trayMenu, type TrayMenuOptions } from './tray-menu';

function shortcut(number: number, change: Partial<ShownShortcut> = {}): ShownShortcut {
  return {
    id: `id-${String(number)}`,
    name: `Preview ${String(number)}`,
    connectionId: 'northwind',
    botId: 'cl_booking',
    to: '+44 7700 900112',
    startGroupId: '',
    lastAt: null,
    isNewRecipient: false,
    ...change,
  };
}

function menuOf(change: Partial<TrayMenuOptions> = {}) {
  const done: string[] = [];
  const items = trayMenu({
    shortcuts: [],
    workspaceOf: () => undefined,
    outbox: undefined,
    start: ({ id }) => done.push(`start ${id}`),
    open: () => done.push('open'),
    quit: () => done.push('quit'),
    ...change,
  });
  const click = (index: number) => (items[index]?.click as () => void)();
  return { items, click, done };
}

const labels = (items: ReturnType<typeof trayMenu>) =>
  items.map(({ label, type }) => (type === 'separator' ? '-' : label));

describe('the tray’s menu', () => {
  it('numbers the previews, marks what is asked about first, and starts the one that is clicked', () => {
    const { items, click, done } = menuOf({
      shortcuts: [shortcut(1), shortcut(2, { isNewRecipient: true })],
    });
    expect(labels(items)).toEqual([
      '1  Preview 1, to +44 7700 900112',
      '2  Preview 2, to +44 7700 900112…',
      ...['-', 'Open Foyer', 'Quit Foyer'],
    ]);
    click(1);
    click(3);
    click(4);
    expect(done).toEqual(['start id-2', 'open', 'quit']);
  });

  it('names the workspace where there are several', () => {
    const workspaceOf = (id: string) => (id === 'northwind' ? 'Northwind & Sons' : undefined);
    const { items } = menuOf({ shortcuts: [shortcut(1)], workspaceOf });
    expect(items[0]?.label).toBe('1  Preview 1, to +44 7700 900112 (Northwind && Sons)');
  });

  it('holds nine previews at most', () => {
    const shortcuts = Array.from({ length: 12 }, (_one, index) => shortcut(index + 1));
    const { items } = menuOf({ shortcuts });
    expect(labels(items).filter((label) => label?.includes('Preview'))).toHaveLength(9);
  });

  it('shows an & as it was typed, not as the mark of a key', () => {
    const { items } = menuOf({ shortcuts: [shortcut(1, { name: 'Salt & Pepper' })] });
    expect(items[0]?.label).toContain('Salt && Pepper');
  });

  it('says that there are none, which can’t be clicked', () => {
    expect(menuOf().items[0]).toMatchObject({ label: 'No preview shortcuts yet', enabled: false });
  });

  it.each([true, false])('says what waits, and changes whether it is paused: %s', (isPaused) => {
    const set: boolean[] = [];
    const { items, click } = menuOf({
      outbox: {
        isReadable: () => true,
        waiting: () => 3,
        stopped: () => 0,
        isPaused: () => isPaused,
        setPaused: (to) => set.push(to),
      },
    });
    expect(items[2]).toMatchObject({ label: '3 waiting to publish', enabled: false });
    expect(items[3]).toMatchObject({ type: 'checkbox', checked: isPaused });
    click(3);
    expect(set).toEqual([!isPaused]);
  });

  it.each([
    [3, false, '3 waiting to publish'],
    [3, true, '3 waiting to publish'],
    [0, false, 'Nothing waiting to publish'],
    [0, true, 'Nothing waiting; publishing is paused'],
  ])('%d waiting, paused %j: %s', (waiting, isPaused, words) => {
    const outbox = {
      isReadable: () => true,
      waiting: () => waiting,
      stopped: () => 0,
      isPaused: () => isPaused,
      setPaused: () => undefined,
    };
    expect(labels(menuOf({ outbox }).items)).toContain(words);
  });

  it('leads to what goes on only at a person’s word, and does not call it waiting', () => {
    const { items, click, done } = menuOf({
      outbox: {
        ...{ isReadable: () => true, waiting: () => 0, stopped: () => 1 },
        ...{ isPaused: () => false, setPaused: () => undefined },
      },
    });
    expect(labels(items)).toContain('Nothing waiting to publish');
    expect(items[3]).toMatchObject({ label: '1 needs attention…' });
    click(3);
    expect(done).toEqual(['open']);
  });

  it('does not say that nothing waits while nobody knows', () => {
    const outbox = {
      ...{ isReadable: () => false, waiting: () => 0, stopped: () => 0 },
      ...{ isPaused: () => false, setPaused: () => undefined },
    };
    const { items } = menuOf({ outbox });
    expect(items[2]).toMatchObject({ label: 'Foyer can’t tell what’s waiting', enabled: false });
    expect(labels(items)).not.toContain('Nothing waiting to publish');
  });
});
