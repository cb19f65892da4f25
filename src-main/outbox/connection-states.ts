import { join } from 'node:path';
import { z } from 'zod';
import { openDocument, type DocumentFile } from '../storage/storage';
import { backoffMs } from './backoff';
import type { OutboxClock } from './clock';

const format = 1;

const documentSchema = z.looseObject({
  format: z.literal(format),
  /** A person paused the outbox. */
  isPaused: z.boolean(),
  /** Connections whose token was refused. */
  refused: z.array(z.string()),
  /** Waits that services asked for: until when (milliseconds since 1970), and how long from then. */
  asked: z.record(z.string(), z.object({ until: z.number(), seconds: z.number() })),
});
type StateDocument = z.infer<typeof documentSchema>;

/** Why nothing is sent to a connection until a person does something. */
export type Hold = 'tokenRefused' | 'tokenMissing';

/** What holds for everything that waits for one connection. */
interface ConnectionState {
  hold: Hold | undefined;
  /** How often in a row it could not be reached. */
  failures: number;
  /** Nothing is sent before; by the clock that only grows. */
  dueAt: number;
  /** The service itself asked for the wait, and said how long. */
  isAsked: boolean;
  /** It answered that it has too much to do, and did not say how long. */
  isBusy: boolean;
}

export interface ConnectionStatesOptions {
  readonly profileFolder: string;
  readonly clock: OutboxClock;
  readonly random: () => number;
  readonly log: { error(event: string, fields?: object): void };
}

/**
 * What stands in the way of whole connections, and of all of them. What must outlive a restart is in
 * `outbox.json`; when the disk refuses it, one request more than need be is sent after a restart.
 */
export class ConnectionStates {
  readonly #options: ConnectionStatesOptions;
  readonly #document: DocumentFile<StateDocument>;
  readonly #states = new Map<string, ConnectionState>();
  /** Waits that were asked for, as they are kept. */
  readonly #asked = new Map<string, { until: number; seconds: number }>();
  #isPaused = false;

  constructor(options: ConnectionStatesOptions) {
    this.#options = options;
    this.#document = openDocument(join(options.profileFolder, 'outbox.json'), {
      format,
      schema: documentSchema,
      initial: () => ({ format: format, isPaused: false, refused: [], asked: {} }),
    });
  }

  async load(): Promise<void> {
    const { clock, log } = this.#options;
    const read = await this.#document.read();
    if (read.state !== 'ok') {
      if (read.state !== 'missing') log.error('outbox.stateNotRead', { state: read.state });
      return;
    }
    const { isPaused, refused, asked } = read.value;
    this.#isPaused = isPaused;
    for (const id of refused) this.#of(id).hold = 'tokenRefused';
    for (const [id, wait] of Object.entries(asked)) {
      // However the computer's clock was moved: never longer than was asked for.
      const left = Math.min(wait.until - clock.date().getTime(), wait.seconds * 1_000);
      if (left > 0) this.#ask(id, left, wait);
    }
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  async setPaused(isPaused: boolean): Promise<void> {
    this.#isPaused = isPaused;
    await this.#save();
  }

  holdOf(id: string): Hold | undefined {
    return this.#states.get(id)?.hold;
  }

  /** Milliseconds until something may be sent there again; 0 when it may. */
  waitOf(id: string): number {
    return Math.max(0, (this.#states.get(id)?.dueAt ?? 0) - this.#options.clock.now());
  }

  /** It answered that it wants no more for now; otherwise it could not be reached. */
  isAsked(id: string): boolean {
    const state = this.#states.get(id);
    return state !== undefined && (state.isAsked || state.isBusy);
  }

  /** It could not be reached the last time: the next request is a trial, alone. */
  isDoubtful(id: string): boolean {
    return (this.#states.get(id)?.failures ?? 0) > 0;
  }

  /** Something answered. */
  answered(id: string): void {
    const state = this.#states.get(id);
    if (state) state.failures = 0;
  }

  /**
   * Everything there has to wait: as long as the service asked for, or by backoff. `isBusy`: it
   * answered, and wants no more for now.
   */
  async wait(id: string, seconds: number | undefined, isBusy: boolean): Promise<void> {
    const { clock, random } = this.#options;
    const state = this.#of(id);
    // Of several that were under way together, one counts.
    if (state.dueAt > clock.now() && seconds === undefined) return;
    state.failures += 1;
    state.isBusy = isBusy;
    if (seconds === undefined) {
      state.dueAt = clock.now() + backoffMs(state.failures, random);
      return;
    }
    this.#ask(id, seconds * 1_000, { until: clock.date().getTime() + seconds * 1_000, seconds });
    await this.#save();
  }

  async hold(id: string, why: Hold): Promise<void> {
    const state = this.#of(id);
    if (state.hold === why) return;
    state.hold = why;
    if (why === 'tokenRefused') await this.#save();
  }

  /** There is another token, or it is tried at a person's word. */
  async release(id: string): Promise<void> {
    const state = this.#states.get(id);
    if (!state) return;
    this.#states.delete(id);
    const isKept = state.hold === 'tokenRefused' || this.#asked.delete(id);
    if (isKept) await this.#save();
  }

  /** Ends the waits that no service asked for. */
  wake(): void {
    for (const state of this.#states.values()) {
      if (!state.isAsked) state.dueAt = 0;
    }
  }

  #of(id: string): ConnectionState {
    const found = this.#states.get(id);
    if (found) return found;
    const made = { hold: undefined, failures: 0, dueAt: 0, isAsked: false, isBusy: false };
    this.#states.set(id, made);
    return made;
  }

  #ask(id: string, milliseconds: number, wait: { until: number; seconds: number }): void {
    const { clock } = this.#options;
    const state = this.#of(id);
    state.dueAt = clock.now() + milliseconds;
    state.isAsked = true;
    state.failures = Math.max(state.failures, 1);
    this.#asked.set(id, wait);
    clock.after(milliseconds, () => {
      if (state.dueAt > clock.now()) return;
      state.isAsked = false;
      this.#asked.delete(id);
    });
  }

  async #save(): Promise<void> {
    try {
      await this.#document.update((document) => ({
        ...document,
        isPaused: this.#isPaused,
        refused: [...this.#states]
          .filter(([, { hold }]) => hold === 'tokenRefused')
          .map(([id]) => id),
        asked: Object.fromEntries(this.#asked),
      }));
    } catch (error) {
      this.#options.log.error('outbox.stateNotWritten', { error: String(error) });
    }
  }
}
