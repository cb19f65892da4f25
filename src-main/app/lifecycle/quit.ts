/** The way out: what is open is brought to the disk before Foyer ends. */
import { app } from 'electron';

export interface QuitOptions {
  /** Whether the system is about to end: a quit is not held up then. */
  isNear(): boolean;
  onQuit(): void;
  /** Writes what is unsaved before it returns, for an end that waits for nobody. */
  flushAtOnce(): void;
  /** Brings everything to its end. What it rejects with is logged, and Foyer ends with an error. */
  finish(): Promise<void>;
  /** Last of all, in place of the usual end: the update that a person asked for. */
  end(): void;
  log: { error(event: string, fields: object): void };
}

/** From now on no quit loses anything; once. */
export function quitInOrder(options: QuitOptions): void {
  let isFinished = false;
  app.on('before-quit', (event) => {
    options.onQuit();
    if (isFinished) return;
    if (options.isNear()) return options.flushAtOnce();
    event.preventDefault();
    options
      .finish()
      .then(() => {
        isFinished = true;
        options.end();
      })
      .catch((error: unknown) => {
        options.log.error('main.quit', { error: String(error) });
        app.exit(1);
      });
  });
}
