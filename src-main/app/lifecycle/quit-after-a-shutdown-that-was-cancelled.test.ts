/**
 * Under Windows a person shuts down; another program has something unsaved, and they cancel. Windows has asked Foyer's
 * window by then whether it may end (`query-session-end`), and never says that it does (`session-end`). A moment later they
 * quit Foyer, whose disk is full, or which is importing: "Foyer names what isn't saved and asks first … It also asks if
 * an import … is still in progress."
 */
import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { quitInOrder } from './quit';
import { watchSystemEnd } from './system-end';

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return { powerMonitor: new Emitter() };
});

/** What becomes of a quit after the window was told of these. */
async function quitAfter(told: readonly string[]): Promise<string[]> {
  const did: string[] = [];
  let settled: () => void = () => undefined;
  const isSettled = new Promise<void>((done) => (settled = done));
  const window = new EventEmitter();
  const events = new EventEmitter();
  const systemEnd = watchSystemEnd(
    () => undefined,
    () => undefined,
  );
  systemEnd.follow(window as Parameters<typeof systemEnd.follow>[0]);
  const quit = (): void => {
    let isPrevented = false;
    events.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (isPrevented) return;
    did.push('gone');
    settled();
  };
  const endSignals = quitInOrder({
    app: { on: (name, listener) => events.on(name, listener), quit, exit: () => undefined },
    isNear: () => systemEnd.isNear(),
    onQuit: () => undefined,
    flushAtOnce: () => undefined,
    mayQuit: async () => {
      did.push('asked');
      return Promise.resolve(false);
    },
    onStay() {
      did.push('stays');
      settled();
    },
    finish: async () => Promise.resolve(),
    end: quit,
    log: { error: (event) => did.push(event) },
  });
  onTestFinished(endSignals);
  for (const each of told) window.emit(each, {});
  quit();
  await isSettled;
  return did;
}

it('control: nobody shuts down', async () => {
  expect(await quitAfter([])).toEqual(['asked', 'stays']);
});

it('control: Windows ends', async () => {
  expect(await quitAfter(['query-session-end', 'session-end'])).toEqual(['gone']);
});

it('is asked about where the shutdown was cancelled', async () => {
  expect(await quitAfter(['query-session-end'])).toEqual(['asked', 'stays']);
});
