/** The way out: what is open is brought to the disk before Foyer ends. */

export interface QuitOptions {
  app: {
    on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
    quit(): void;
    exit(code: number): void;
  };
  /** Whether the system is about to end: a quit is not held up then. */
  isNear(): boolean;
  onQuit(): void;
  /** Writes what is unsaved before it returns, for an end that waits for nobody. */
  flushAtOnce(): void;
  /**
   * Saves what is unsaved; where that is refused, a person decides, unless nobody may be asked.
   * Until it resolves with `true`, nothing has ended.
   */
  mayQuit(mayAsk: boolean): Promise<boolean>;
  /** The person stays. */
  onStay(): void;
  /** Brings everything to its end. What it rejects with is logged, and Foyer ends with an error. */
  finish(): Promise<void>;
  /** Last of all, in place of the usual end: the update that a person asked for. */
  end(): void;
  log: { error(event: string, fields: object): void };
}

/** Whoever sends one, such as the end of a session without logind, waits for no answer. */
export const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** From now on no quit loses anything that a person has not given up; once. Returns what ends that for signals. */
export function quitInOrder(options: QuitOptions): () => void {
  const { app, log } = options;
  let state: 'open' | 'asking' | 'leaving' | 'finished' = 'open';
  let mayAsk = true;

  async function leave(): Promise<void> {
    const isHeldUp = mayAsk;
    state = isHeldUp ? 'asking' : 'leaving';
    const mayQuit = await options.mayQuit(isHeldUp);
    // A signal came meanwhile, which waits for no answer.
    if (isHeldUp && state !== 'asking') return;
    if (!mayQuit) {
      state = 'open';
      return options.onStay();
    }
    state = 'leaving';
    options.onQuit();
    await options.finish();
    state = 'finished';
    options.end();
  }

  app.on('before-quit', (event) => {
    if (state === 'finished') return options.onQuit();
    if (options.isNear()) {
      options.onQuit();
      return options.flushAtOnce();
    }
    event.preventDefault();
    if (state === 'leaving' || (state === 'asking' && mayAsk)) return;
    leave().catch((error: unknown) => {
      log.error('main.quit', { error: String(error) });
      app.exit(1);
    });
  });

  // A second one ends the program at once, as it does every other.
  const onSignal = (): void => {
    mayAsk = false;
    endSignals();
    app.quit();
  };
  const endSignals = (): void => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return endSignals;
}
