/**
 * Foyer is set to go on in the tray, and there is none: a desktop without one, or its icon was switched off since. A person
 * closes the window while it reads files that they dropped: it closes for good and Foyer quits, so it asks about that first.
 */
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

/** A person closes it; whether it was gone, or Foyer asked to quit by the end. */
async function closed(isAtWork: boolean): Promise<{ isGone: boolean; hasAsked: boolean }> {
  let isGone = false;
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    isDestroyed: () => isGone,
    isFullScreen: () => false,
    hide: () => undefined,
    close() {
      let isKept = false;
      window.emit('close', { preventDefault: () => (isKept = true) });
      if (isKept) return;
      isGone = true;
      window.emit('closed');
    },
  });
  const keeper = createMainWindowKeeper({
    windows: { openMain: () => ({ window, settle: () => undefined, ready: () => undefined }) },
    firstWindow: undefined,
    emitter: { attach: () => undefined, detach: () => undefined, ready: () => undefined },
    preferences: { get: (key: string) => key === 'closesToTray', set: () => undefined },
    ...{ onCrash: () => undefined, log: { warn: () => undefined, error: () => undefined } },
  } as unknown as MainWindowKeeperOptions);
  keeper.listen({
    onOpen: () => undefined,
    onFocus: () => undefined,
    onClosed: () => undefined,
    // As the launcher has it: no tray, or no icon in it.
    mayCloseToTray: () => Promise.resolve(false),
  });
  keeper.open();
  if (isAtWork) keeper.setWork(['import']);
  window.close();
  await new Promise((next) => setImmediate(next));
  return { isGone, hasAsked: quit.mock.calls.length > 0 };
}

it('the control: one that does nothing by itself is gone', async () => {
  expect(await closed(false)).toEqual({ isGone: true, hasAsked: false });
});

it('one at work is not gone before that was asked about', async () => {
  expect(await closed(true)).toEqual({ isGone: false, hasAsked: true });
});
