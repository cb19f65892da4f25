import { ProblemError } from '@shared/problem-error';

/** What is handed on with something that is to leave once. */
export interface Departure {
  /** Nobody wants it any more: it does not leave, or its answer is not waited for. */
  readonly signal: AbortSignal;
  /** It leaves now, and can't be taken back. */
  readonly hasLeft: () => void;
  /** It is held back on its way, and in line until it leaves again. */
  readonly isHeld: () => void;
  /** Whether it has left, as far as was told. */
  readonly mayHaveLeft: () => boolean;
}

/** What a room lists of something that is to leave once. */
interface Listed {
  readonly activityId: string;
  /** `null` until it has ended. */
  readonly outcome: unknown;
  readonly isInLine?: boolean | undefined;
}

interface OpenIntent<Entry> {
  readonly entry: Entry;
  readonly controller: AbortController;
  isInLine: boolean;
  /** Resolves when what came of it is on the disk. */
  readonly ended: Promise<void>;
}

/**
 * What was handed over in a room and has not ended. In line it is in memory alone: its room writes it
 * down when its turn has come, right before it leaves, and what is found on the disk without an end at
 * the next start is *not sure it arrived*. So what only stood in line is in no doubt, however Foyer
 * ended.
 */
export class OpenIntents<Entry extends Listed> {
  readonly #open = new Map<string, OpenIntent<Entry>>();
  readonly #onGone: (entry: Entry) => void;
  #isClosed = false;

  /** @param onGone told of each that ended in line, once it is shown there no more */
  constructor(onGone: (entry: Entry) => void) {
    this.#onGone = onGone;
  }

  /**
   * @param work has it written down and leave, and resolves when what came of it is on the disk
   * @throws ProblemError `intentNotStored` once it was closed; and what `work` throws
   */
  async run<Ended>(entry: Entry, work: (departure: Departure) => Promise<Ended>): Promise<Ended> {
    if (this.#isClosed) throw new ProblemError({ code: 'intentNotStored' });
    const id = entry.activityId;
    const controller = new AbortController();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((done) => (end = done));
    const intent: OpenIntent<Entry> = { entry, controller, isInLine: true, ended };
    this.#open.set(id, intent);
    try {
      return await work({
        signal: controller.signal,
        hasLeft() {
          intent.isInLine = false;
        },
        isHeld() {
          intent.isInLine = true;
        },
        mayHaveLeft: () => !intent.isInLine,
      });
    } finally {
      this.#open.delete(id);
      // What had left is in the room's list, and was told from there.
      if (intent.isInLine) this.#onGone(entry);
      end();
    }
  }

  /** What the room lists, newest first, and before it those in line that belong to it. */
  shown(listed: readonly Entry[], belongs: (entry: Entry) => boolean = () => true): Entry[] {
    const inLine = [...this.#open.values()].filter((intent) => intent.isInLine);
    const ids = new Set(inLine.map(({ entry }) => entry.activityId));
    const known = new Set(listed.map(({ activityId }) => activityId));
    return [
      ...inLine
        .map(({ entry }) => ({ ...entry, isInLine: true }))
        .filter((entry) => !known.has(entry.activityId) && belongs(entry))
        .reverse(),
      ...listed.map((entry) =>
        entry.outcome === null && ids.has(entry.activityId) ? { ...entry, isInLine: true } : entry,
      ),
    ];
  }

  /** Takes it back if it has not left; else nobody waits for its answer any more. */
  stop(id: string): void {
    this.#open.get(id)?.controller.abort();
  }

  /** Takes it back if it has not left; what has left goes on, and its answer is waited for. */
  takeBack(id: string): void {
    const intent = this.#open.get(id);
    if (intent?.isInLine) intent.controller.abort();
  }

  /** As `stop`, all. */
  stopAll(): void {
    for (const { controller } of this.#open.values()) controller.abort();
  }

  /** At the end of the app: takes back what stands in line. What has left is not waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const inLine = [...this.#open.values()].filter((intent) => intent.isInLine);
    for (const { controller } of inLine) controller.abort();
    await Promise.all(inLine.map(({ ended }) => ended));
  }
}
