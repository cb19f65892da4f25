/** What stands in the way of whole connections: blocks, waits, and a person's pause. */
import { backoffMs } from './backoff';
import type { OutboxClock } from './clock';
import type { OutboxLog } from './outbox-types';
import { StateFile, type RetryAfter } from './state-file';
import { WaitsElsewhere } from './waits-elsewhere';

/** Why nothing is sent to a connection until a person does something. */
export type Block = 'tokenRefused' | 'tokenMissing';

/** What holds for everything that waits for one connection. */
interface ConnectionState {
  block: Block | undefined;
  /** How often in a row it did not go, since the last save that did. */
  failures: number;
  /** Nobody knows whether there is a way to it: the next request goes alone, as a try. */
  mayBeUnreachable: boolean;
  /** Nothing is sent before; by the clock that only grows. */
  dueAt: number;
  /** What of that wait the service itself asked for. */
  retryAfterUntil: number;
  /** It answered that it has too much to do, and did not say how long. */
  isBusy: boolean;
  /** When the wait began, in the order of tries, waits and what a person urges. */
  waitsSince: number;
  /** When the last wait or block began, in the same order. */
  setBackAt: number;
}

/** What the states of the connections work with. */
export interface ConnectionStatesOptions {
  readonly profileFolder: string;
  readonly clock: OutboxClock;
  readonly random: () => number;
  readonly log: Pick<OutboxLog, 'error'>;
}

/** What a connection was when a try began: what comes of the try is of that one, and of no later one. */
export interface ConnectionTicket {
  readonly connectionId: string;
  readonly generation: number;
  /** Which came first, this try or a wait. */
  readonly order: number;
}

/** What an answer asks of everything that goes where it came from. */
export interface Wait {
  /** Where: the base address. */
  readonly address: string;
  /** How long the service asked for. */
  readonly seconds: number | undefined;
  /** It answered, and wants no more for now. */
  readonly isBusy: boolean;
}

/**
 * What stands in the way of whole connections, and of all of them. What must outlive a restart is in
 * `outbox.json`; when the disk refuses it, one request more than need be is sent after a restart. A
 * document that can't be read counts as a pause: nobody knows that there was none.
 */
export class ConnectionStates {
  readonly #options: ConnectionStatesOptions;
  readonly #file: StateFile;
  readonly #states = new Map<string, ConnectionState>();
  /** Waits that were asked for, as they are kept. */
  readonly #retryAfter = new Map<string, RetryAfter>();
  /** Those of services to which the connection does not lead now. */
  readonly #elsewhere: WaitsElsewhere;
  readonly #generations = new Map<string, number>();
  /** Where a connection leads since it was last renewed. */
  readonly #addresses = new Map<string, string | undefined>();
  #order = 0;
  #isPaused = false;
  #isDecided = false;

  constructor(options: ConnectionStatesOptions) {
    this.#options = options;
    this.#elsewhere = new WaitsElsewhere(options.clock);
    this.#file = new StateFile(options.profileFolder, options.log);
  }

  /** Reads what outlived the restart; again, when it could not be read before. Never rejects. */
  async load(): Promise<void> {
    if (this.#file.isKnown) return;
    const read = await this.#file.read();
    if (read === 'missing') return;
    if (read === 'unknown') {
      // Paused: a person looks, and resumes it.
      this.#isPaused = !this.#isDecided || this.#isPaused;
      await this.#file.setDamagedAside();
      return;
    }
    const { isPaused, refused, asked, askedElsewhere } = read;
    if (!this.#isDecided) this.#isPaused = isPaused;
    // Read late, it says nothing of a token that was replaced since.
    for (const id of refused) {
      if (!this.#generations.has(id)) this.#of(id).block = 'tokenRefused';
    }
    for (const [id, wait] of Object.entries(asked)) this.#takeUp(id, wait, true);
    for (const [id, waits] of Object.entries(askedElsewhere)) {
      for (const wait of waits) this.#takeUp(id, wait, false);
    }
  }

  /** Goes on with a wait of before the restart; `wasHere`: then, the connection led to who asked. */
  #takeUp(id: string, wait: RetryAfter, wasHere: boolean): void {
    const { clock } = this.#options;
    // However the computer's clock was moved: never longer than was asked for.
    const left = Math.min(wait.until - clock.date().getTime(), wait.seconds * 1_000);
    if (left <= 0) return;
    // Read late, the connection may lead elsewhere since.
    const isHere = this.#addresses.has(id) ? this.#addresses.get(id) === wait.address : wasHere;
    if (!isHere) {
      this.#elsewhere.keep(id, wait, left);
      return;
    }
    // Read late, it does not shorten what was asked for since.
    const isLonger = left > (this.#states.get(id)?.retryAfterUntil ?? 0) - clock.now();
    if (isLonger) this.#setRetryAfter(id, left, wait);
  }

  /** Whether the disk refused the document for now, so that it is read again later. */
  get isRefusedForNow(): boolean {
    return !this.#file.isKnown;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /**
   * Holds at once; on the disk when this resolves, or, while what is there can't be read, once it can.
   * @throws StorageError when it holds until Foyer ends, and not longer
   */
  async setPaused(isPaused: boolean): Promise<void> {
    await this.load();
    this.#isPaused = isPaused;
    // While the document can't be read, the person's word counts and not what it may say.
    this.#isDecided = true;
    await this.#write();
  }

  blockOf(id: string): Block | undefined {
    return this.#states.get(id)?.block;
  }

  /** Milliseconds until something may be sent there again; 0 when it may. */
  waitOf(id: string): number {
    return Math.max(0, (this.#states.get(id)?.dueAt ?? 0) - this.#options.clock.now());
  }

  /** It answered that it wants no more for now; otherwise it could not be reached. */
  isBusy(id: string): boolean {
    const state = this.#states.get(id);
    return (
      state !== undefined && (state.isBusy || state.retryAfterUntil > this.#options.clock.now())
    );
  }

  /** It could not be reached the last time: the next request goes alone, as a try. */
  mayBeUnreachable(id: string): boolean {
    return this.#states.get(id)?.mayBeUnreachable ?? false;
  }

  /** This moment, in the order of tries, waits and what a person urges. */
  moment(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Whether nothing has come in the way of a connection since that moment. */
  isClearSince(id: string, moment: number): boolean {
    return (this.#states.get(id)?.setBackAt ?? 0) < moment;
  }

  /** For a try that begins now. */
  ticket(connectionId: string): ConnectionTicket {
    const generation = this.#generations.get(connectionId) ?? 0;
    return { connectionId, generation, order: this.moment() };
  }

  /** The service itself answered, whatever it said: there is a way to it. */
  reached(ticket: ConnectionTicket): void {
    const state = this.#present(ticket);
    if (state) state.mayBeUnreachable = false;
  }

  /**
   * A save went through: only that ends the growing of the waits, and a wait that it was tried in spite
   * of, at a person's word.
   */
  succeeded(ticket: ConnectionTicket): void {
    const state = this.#present(ticket);
    if (!state) return;
    state.failures = 0;
    if (ticket.order < state.waitsSince) return;
    state.isBusy = false;
    state.dueAt = 0;
    state.retryAfterUntil = 0;
    this.#retryAfter.delete(ticket.connectionId);
  }

  /**
   * Everything there has to wait: for the longest of what the service asked for, the backoff, and the
   * wait that runs already.
   */
  async wait(ticket: ConnectionTicket, { address, seconds, isBusy }: Wait): Promise<void> {
    const { clock, random } = this.#options;
    const id = ticket.connectionId;
    const asked = seconds !== undefined && {
      until: clock.date().getTime() + seconds * 1_000,
      seconds,
      address,
    };
    // With another token it is the same service that asked.
    if (!this.#isPresent(ticket) && this.#addresses.get(id) !== address) {
      if (!asked || this.#addresses.get(id) === undefined) return;
      this.#elsewhere.keep(id, asked, asked.seconds * 1_000);
      await this.#save();
      return;
    }
    const state = this.#of(id);
    state.waitsSince = this.moment();
    state.setBackAt = state.waitsSince;
    // Of several that were under way together, one counts.
    if (state.dueAt <= clock.now()) {
      state.failures += 1;
      state.dueAt = clock.now() + backoffMs(state.failures, random);
    }
    state.mayBeUnreachable = true;
    state.isBusy = isBusy;
    if (!asked || asked.seconds * 1_000 <= state.retryAfterUntil - clock.now()) return;
    this.#setRetryAfter(id, asked.seconds * 1_000, asked);
    await this.#save();
  }

  async block(ticket: ConnectionTicket, reason: Block): Promise<void> {
    if (!this.#isPresent(ticket)) return;
    const state = this.#of(ticket.connectionId);
    if (state.block === reason) return;
    state.block = reason;
    state.setBackAt = this.moment();
    // When it is tried again, one tries for all.
    state.mayBeUnreachable = true;
    if (reason === 'tokenRefused') await this.#save();
  }

  /** A person publishes something more there: tried again at once, unless the service wants a wait. */
  async encourage(id: string): Promise<void> {
    const state = this.#states.get(id);
    if (!state) return;
    if (!state.isBusy) state.dueAt = Math.min(state.dueAt, state.retryAfterUntil);
    const { block } = state;
    state.block = undefined;
    if (block === 'tokenRefused') await this.#save();
  }

  /**
   * The connection has another token, or leads elsewhere, or is gone: what comes of older tries is no
   * longer about it. What a service asked for holds again when the connection leads to it again. The
   * first wait is after all of that: whoever calls this lets go what may go.
   */
  async renewed(id: string, address: string | undefined): Promise<void> {
    this.#generations.set(id, (this.#generations.get(id) ?? 0) + 1);
    this.#addresses.set(id, address);
    const present = this.#retryAfter.get(id);
    if (present && present.address === address) {
      await this.encourage(id);
      return;
    }
    const state = this.#states.get(id);
    if (present && state) {
      this.#elsewhere.keep(id, present, state.retryAfterUntil - this.#options.clock.now());
    }
    this.#states.delete(id);
    this.#retryAfter.delete(id);
    if (address === undefined) this.#elsewhere.forget(id);
    const again = address === undefined ? undefined : this.#elsewhere.take(id, address);
    if (again) this.#setRetryAfter(id, again.milliseconds, again.wait);
    if (state?.block === 'tokenRefused' || present || again) await this.#save();
  }

  /** Ends the waits that no service asked for. */
  wake(): void {
    for (const state of this.#states.values()) {
      if (!state.isBusy) state.dueAt = Math.min(state.dueAt, state.retryAfterUntil);
    }
  }

  #isPresent({ connectionId, generation }: ConnectionTicket): boolean {
    return (this.#generations.get(connectionId) ?? 0) === generation;
  }

  #present(ticket: ConnectionTicket): ConnectionState | undefined {
    return this.#isPresent(ticket) ? this.#states.get(ticket.connectionId) : undefined;
  }

  #of(id: string): ConnectionState {
    const found = this.#states.get(id);
    if (found) return found;
    const made = {
      block: undefined,
      failures: 0,
      mayBeUnreachable: false,
      dueAt: 0,
      retryAfterUntil: 0,
      isBusy: false,
      waitsSince: 0,
      setBackAt: 0,
    };
    this.#states.set(id, made);
    return made;
  }

  #setRetryAfter(id: string, milliseconds: number, wait: RetryAfter): void {
    const { clock } = this.#options;
    const state = this.#of(id);
    state.retryAfterUntil = clock.now() + milliseconds;
    state.dueAt = Math.max(state.dueAt, state.retryAfterUntil);
    state.mayBeUnreachable = true;
    state.failures = Math.max(state.failures, 1);
    this.#retryAfter.set(id, wait);
    clock.after(milliseconds, () => {
      if (state.retryAfterUntil <= clock.now() && this.#retryAfter.get(id) === wait)
        this.#retryAfter.delete(id);
    });
  }

  /** Resolves when every write handed in so far has ended. */
  idle(): Promise<void> {
    return this.#file.idle();
  }

  /** Whether the disk holds something older than memory. */
  get isUnwritten(): boolean {
    return this.#file.isUnwritten;
  }

  /** Writes again what the disk did not take. */
  async writeAgain(): Promise<void> {
    if (this.#file.isUnwritten) await this.#save();
  }

  async #save(): Promise<void> {
    try {
      await this.#write();
    } catch (error) {
      this.#options.log.error('outbox.stateNotWritten', { error: String(error) });
    }
  }

  /**
   * Writes what holds now; where the document could not be read yet, as soon as it can be: over what
   * nobody knows nothing is written. @throws StorageError
   */
  #write(): Promise<void> {
    return this.#file.write(() => ({
      isPaused: this.#isPaused,
      refused: [...this.#states]
        .filter(([, { block }]) => block === 'tokenRefused')
        .map(([id]) => id),
      asked: Object.fromEntries(this.#retryAfter),
      askedElsewhere: this.#elsewhere.stored(),
    }));
  }
}
