import { ProblemError } from '@shared/problem-error';

/** What is handed on with something that is to leave once. */
export interface Departure {
  /** Nobody wants it any more: it does not leave, or its answer is not waited for. */
  readonly signal: AbortSignal;
  /** It leaves now, and can't be taken back. */
  readonly hasLeft: () => void;
}

interface OpenIntent {
  readonly controller: AbortController;
  isInLine: boolean;
  /** Resolves when it has left, or when what came of it is on the disk. */
  readonly outOfLine: Promise<void>;
}

/**
 * What a room writes down before it leaves, until what came of it is written down: what is found
 * without that at the next start is *not sure it arrived*. So the end of the app takes back what
 * stands in line, and waits until the disk knows.
 */
export class OpenIntents {
  readonly #open = new Map<string, OpenIntent>();
  #isClosed = false;

  /**
   * @param work writes it down, has it leave, and resolves when what came of it is on the disk
   * @throws ProblemError `intentNotStored` once it was closed; and what `work` throws
   */
  async run<Ended>(id: string, work: (departure: Departure) => Promise<Ended>): Promise<Ended> {
    if (this.#isClosed) throw new ProblemError({ code: 'intentNotStored' });
    const controller = new AbortController();
    let leaveLine: () => void = () => undefined;
    const outOfLine = new Promise<void>((done) => (leaveLine = done));
    const intent: OpenIntent = { controller, isInLine: true, outOfLine };
    this.#open.set(id, intent);
    const hasLeft = () => {
      intent.isInLine = false;
      leaveLine();
    };
    try {
      return await work({ signal: controller.signal, hasLeft });
    } finally {
      this.#open.delete(id);
      hasLeft();
    }
  }

  /** Whether it was handed over and has not left. */
  isInLine(id: string): boolean {
    return this.#open.get(id)?.isInLine === true;
  }

  /** Takes it back if it has not left; else nobody waits for its answer any more. */
  stop(id: string): void {
    this.#open.get(id)?.controller.abort();
  }

  /** At the end of the app: takes back what stands in line. What has left is not waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const inLine = [...this.#open.values()].filter((intent) => intent.isInLine);
    for (const { controller } of inLine) controller.abort();
    await Promise.all(inLine.map(({ outOfLine }) => outOfLine));
  }
}
