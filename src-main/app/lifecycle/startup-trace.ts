/**
 * When a start got where. The marks cost nothing and stay in: the log has them of every start, so
 * that a slow one can be told from its diagnostics, and `npm run bench -- startup --trace` draws them.
 */

/** What is reached on the way to a library that is shown, in main. */
export type StartMark =
  /** The program's first line. */
  | 'begun'
  /** Electron is ready. */
  | 'ready'
  /** The window is there, and its page is on its way. */
  | 'windowMade'
  /** The page is built: what it was handed is there to be painted. */
  | 'pageBuilt'
  /** The rooms' code is loaded. */
  | 'roomsLoaded'
  /** The rooms are built, and read the disk. */
  | 'roomsBuilt'
  /** What the windows ask is answered. */
  | 'answering'
  /** The page says that it shows the library and listens. */
  | 'shown'
  /** A command of the terminal is carried out from here on. */
  | 'asked'
  /** It has its answer. */
  | 'answered';

const marks: Partial<Record<StartMark, number>> = {};

/** Notes that the start got there now; only the first time counts. */
export function markStart(mark: StartMark): void {
  marks[mark] ??= Math.round(performance.now());
}

/** The marks, in milliseconds since `at`, which is on the clock of `Date.now()`. */
export function startMarks(): Readonly<Partial<Record<StartMark, number>> & { at: number }> {
  return { at: Math.round(performance.timeOrigin), ...marks };
}
