/** A quit before the shell decides about it. */
import { app } from 'electron';
import { signals } from './quit';
import { refuseOtherStarts } from './single-instance';
import type { StartupQueue } from './startup-queue';

/**
 * From now on what came meanwhile has Foyer stay, but for a signal, which isn't held up. Returns the end of that.
 *
 * @param isCommand a command of the terminal breaks off at a signal by itself
 */
export function holdEarlyQuit(
  queue: Pick<StartupQueue, 'isWaiting'>,
  isCommand: boolean,
): () => void {
  let isSignal = false;
  let hasEnded = false;
  const quit = (event: { preventDefault(): void }): void => {
    if (queue.isWaiting && !isSignal) event.preventDefault();
    else refuseOtherStarts();
  };
  const onSignal = (): void => {
    isSignal = true;
    app.quit();
  };
  app.on('before-quit', quit);
  // Chromium makes a quit of every signal: they are taken back from it once it listens.
  void app.whenReady().then(() => {
    if (hasEnded || isCommand) return;
    for (const signal of signals) process.on(signal, onSignal);
  });
  return () => {
    hasEnded = true;
    app.off('before-quit', quit);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
