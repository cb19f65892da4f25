/** A person closes the last window while it reads files that they dropped: Foyer asks about that before it is gone. */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMainWindowKeeper, type MainWindowKeeperOptions } from './main-window-keeper';

const quit = vi.hoisted(() => vi.fn());
vi.mock('electron', () => ({ app: { quit }, autoUpdater: { on: () => undefined } }));

beforeEach(() => void vi.stubGlobal('process', { ...process, platform: 'linux' }));
afterEach(() => {
  vi.unstubAllGlobals();
  quit.mockClear();
});

function keptWindow() {
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    isDestroyed: () => false,
    hide: () => undefined,
  });
  const main = { window, settle: () => undefined, ready: () => undefined };
  const keeper = createMainWindowKeeper({
    windows: { openMain: () => main },
    firstWindow: undefined,
    emitter: { attach: () => undefined, detach: () => undefined, ready: () => undefined },
    preferences: { get: () => undefined, set: () => undefined },
    ...{ onCrash: () => undefined, log: { warn: () => undefined, error: () => undefined } },
  } as unknown as MainWindowKeeperOptions);
  keeper.open();
  /** A person closes it; whether it stays for now. */
  const close = (): boolean => {
    const preventDefault = vi.fn();
    window.emit('close', { preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { keeper, window, close };
}

it('the control: a window that does nothing by itself closes', () => {
  const { close } = keptWindow();
  expect(close()).toBe(false);
  expect(quit).not.toHaveBeenCalled();
});

it('one at work stays until that has been asked about', () => {
  const { keeper, close } = keptWindow();
  keeper.setWork(['import']);
  expect(close()).toBe(true);
  expect(quit).toHaveBeenCalledOnce();
  keeper.letGo();
  expect(close()).toBe(false);
});

it('is at nothing any more once it has gone, or its page was loaded anew', () => {
  const { keeper, window, close } = keptWindow();
  keeper.setWork(['change']);
  keeper.ready();
  expect(close()).toBe(false);
  keeper.setWork(['change']);
  window.emit('closed');
  expect(keeper.work()).toEqual([]);
});
