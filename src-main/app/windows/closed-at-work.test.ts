/**
 * A person closes the last window while it reads files that they dropped: Foyer asks about that before it is gone, also where
 * it is to go on in the tray and there is none, on a desktop without one or once its icon was switched off.
 */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMainWindowKeeper, type MainWindowKeeperOptions } from './main-window-keeper';

const quit = vi.hoisted(() => vi.fn());
vi.mock('electron', () => ({ app: { quit }, autoUpdater: { on: () => undefined } }));

beforeEach(() => void vi.stubGlobal('process', { ...process, platform: 'linux' }));
afterEach(() => {
  vi.unstubAllGlobals();
  quit.mockClear();
});

function keptWindow(closesToTray: boolean) {
  let isGone = false;
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    isDestroyed: () => isGone,
    hide: () => undefined,
    close() {
      let isKept = false;
      window.emit('close', { preventDefault: () => (isKept = true) });
      if (isKept) return;
      isGone = true;
      window.emit('closed');
    },
  });
  let crash = (): void => undefined;
  const settle = ({ onCrash }: { onCrash: () => void }) => void (crash = onCrash);
  const keeper = createMainWindowKeeper({
    windows: { openMain: () => ({ window, settle, ready: () => undefined }) },
    firstWindow: undefined,
    emitter: { attach: () => undefined, detach: () => undefined, ready: () => undefined },
    preferences: { get: (key: string) => key === 'closesToTray' && closesToTray },
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
  /** A person closes it. */
  async function close(): Promise<{ isGone: boolean; hasAsked: boolean }> {
    window.close();
    // It may have asked whether there is a tray.
    await new Promise((next) => setImmediate(next));
    return { isGone, hasAsked: quit.mock.calls.length > 0 };
  }
  const load = (): void => void window.webContents.emit('did-navigate');
  return { keeper, load, crash: () => crash(), close };
}

describe.each([
  ['closes', false],
  ['is to go on in the tray', true],
])('a window that %s', (_what, closesToTray) => {
  it('the control: closes where it does nothing by itself', async () => {
    expect(await keptWindow(closesToTray).close()).toEqual({ isGone: true, hasAsked: false });
  });

  it('stays while it is at work, until that was asked about', async () => {
    const { keeper, close } = keptWindow(closesToTray);
    keeper.setWork(['import']);
    expect(await close()).toEqual({ isGone: false, hasAsked: true });
    keeper.letGo();
    expect(await close()).toMatchObject({ isGone: true });
    expect(keeper.work()).toEqual([]);
  });

  it.each(['load', 'crash'] as const)(
    'is at nothing any more once its page was loaded anew, or is dead: %s',
    async (what) => {
      const { keeper, close, ...page } = keptWindow(closesToTray);
      keeper.setWork(['make']);
      page[what]();
      expect(await close()).toEqual({ isGone: true, hasAsked: false });
    },
  );

  it('is still at work once its page is ready: files can be dropped on it before', async () => {
    const { keeper, close } = keptWindow(closesToTray);
    keeper.setWork(['import']);
    keeper.ready();
    expect(await close()).toEqual({ isGone: false, hasAsked: true });
  });
});
