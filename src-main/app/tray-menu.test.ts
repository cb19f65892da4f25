import { describe, expect, it } from 'vitest';
import { trayMenu } from './tray-menu';

function firstOfOutbox(waiting: number, isPaused: boolean) {
  const items = trayMenu({
    shortcuts: [],
    outbox: { waiting: () => waiting, isPaused: () => isPaused, setPaused: () => undefined },
    start: () => undefined,
    open: () => undefined,
    quit: () => undefined,
  });
  return items.map(({ label }) => label);
}

describe('the outbox in the tray’s menu', () => {
  it.each([
    [3, false, '3 waiting to publish'],
    [3, true, '3 waiting to publish'],
    [0, false, 'Nothing waits to be published'],
    [0, true, 'Nothing waits; publishing is paused'],
  ])('%d waiting, paused %j: %s', (waiting, isPaused, words) => {
    expect(firstOfOutbox(waiting, isPaused)).toContain(words);
  });
});
