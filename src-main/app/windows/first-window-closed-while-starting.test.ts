/**
 * Foyer starts: its first window is there with the screen of last time, while the rooms are still loaded. A file is
 * opened meanwhile, and the person closes that window. The quit that follows is held up, because the file waits
 * (`quitEarly` in `launch.ts`), so the start goes on: `start` hands the window on to the keeper, and the shell opens
 * it. Foyer must come with a window that can take the file, and not end with “Object has been destroyed”.
 */
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { createStartupQueue } from '../lifecycle/startup-queue';
import type { MainWindow } from './main-window';
import { createMainWindowKeeper, type MainWindowKeeperOptions } from './main-window-keeper';

vi.mock('electron', () => ({ autoUpdater: { on: () => undefined } }));

/** As Electron's: of one that was closed nothing can be asked but whether it was. */
class TrialWindow extends EventEmitter {
  #isDestroyed = false;
  readonly #contents = new EventEmitter();
  isDestroyed = () => this.#isDestroyed;
  get webContents() {
    return this.#alive(this.#contents);
  }
  isVisible = () => this.#alive(true);
  isMinimized = () => this.#alive(false);
  /** A person closes it. */
  close(): void {
    this.emit('close', { preventDefault: () => undefined });
    this.#isDestroyed = true;
    this.emit('closed');
  }
  #alive<Value>(value: Value): Value {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    return value;
  }
}

function trialWindow() {
  const window = new TrialWindow();
  const main = {
    window,
    pageBuilt: Promise.resolve(),
    // The real one sets its bounds first of all.
    settle: () => void window.isVisible(),
    ready: () => undefined,
  };
  return { window, main: main as unknown as MainWindow };
}

/** What comes of a start whose first window was closed before the shell opened it. */
function startedWith(isClosed: boolean) {
  const queue = createStartupQueue();
  const first = trialWindow();
  const another = trialWindow();
  queue.add({ data: { asked: { kind: 'files', files: ['/a.foyer'], link: undefined } } });
  if (isClosed) first.window.close();
  // `launch.ts`: what has come meanwhile holds up the quit by the last window that was closed.
  expect(queue.isWaiting).toBe(true);
  const keeper = createMainWindowKeeper({
    windows: { openMain: () => another.main },
    firstWindow: first.main,
    emitter: { attach: () => undefined, detach: () => undefined, ready: () => undefined },
    preferences: { get: () => undefined, set: () => undefined },
    ...{ onCrash: () => undefined, log: { warn: () => undefined, error: () => undefined } },
  } as unknown as MainWindowKeeperOptions);
  keeper.open();
  return { keeper, first: first.window, another: another.window };
}

it('the control: the first window is taken', () => {
  const { keeper, first } = startedWith(false);
  expect(keeper.window()).toBe(first);
  expect(keeper.isVisible()).toBe(true);
});

it('closed by then, another one takes its place', () => {
  const { keeper, another } = startedWith(true);
  expect(keeper.window()).toBe(another);
  expect(keeper.isVisible()).toBe(true);
});
