/**
 * The end of the session: a shut-down, a restart, a log-off. The system says so and is gone soon
 * after; under Windows nothing of `before-quit` happens then, and on macOS to prevent the quit would
 * cancel the log-out. So what is unsaved is written before the listener returns, and nothing is
 * prevented. A computer that goes to sleep may never wake: it is written then, too.
 * What is still in a field stays in it: to be handed over it leaves the field, mostly just as a person who woke the
 * computer goes on typing in it.
 */
import { powerMonitor, type BrowserWindow } from 'electron';

/** So long after the system has said that it ends, a quit is taken for its doing, ms. */
const aboutToEndMs = 60_000;

export interface SystemEnd {
  /** Whether the system has just said that it ends: a quit is not held up then. */
  isNear(): boolean;
  /** Windows tells its windows. */
  follow(window: BrowserWindow): void;
}

/**
 * Listens for the end of the session; once Electron is ready. Both may be called more than once, because another
 * program may cancel what the system has said.
 *
 * @param flush writes what is unsaved before it returns
 * @param useTheTime begins what can't be done at once: there is mostly some time left
 */
export function watchSystemEnd(flush: () => void, useTheTime: () => void): SystemEnd {
  let saidAt = -Infinity;
  const save = (): void => {
    flush();
    useTheTime();
  };
  const said = (): void => {
    saidAt = performance.now();
    save();
  };
  // Linux and macOS.
  powerMonitor.on('shutdown', said);
  powerMonitor.on('suspend', flush);
  return {
    isNear: () => performance.now() - saidAt < aboutToEndMs,
    follow(window) {
      // Only asked whether it may end, which a person can still cancel: a quit after that is their own.
      window.on('query-session-end', save);
      // Told that it does: what was typed between is written too.
      window.on('session-end', said);
    },
  };
}
