/** What stands in the way of whole connections: blocks, waits, and a person's pause. */
import type { Problem } from '@shared/problem';
import { backoffMs } from './backoff';
import type { OutboxClock } from './clock';
import type { OutboxConnection, OutboxLog } from './outbox-types';
import { AskedWaits } from './asked-waits';
import type { ConnectionLookup } from './connection-lookup';
import { StateFile, type StoredState } from './state-file';
import type { WaitReason } from './verdict';

/** Why nothing is sent to a connection until a person does something. */
export type Block = 'tokenRefused' | 'tokenMissing';

/** What holds for everything that waits for one connection. */
interface ConnectionState {
  block: Block | undefined;
  /** Which of the connection's accesses was refused; `undefined` for whichever it has. */
  refusedAccess: number | undefined;
  /** How often in a row it did not go, since the last save that did. */
  failures: number;
  /** Nobody knows whether there is a way to it: the next request goes alone, as a try. */
  mayBeUnreachable: boolean;
  /** Nothing is sent before, unless a way to it may be there again; by the clock that only grows. */
  dueAt: number;
  /** What that wait is of. */
  waitReason: Exclude<WaitReason, 'asked'>;
  /** What is in the way here, where it waits for that. */
  problem: Problem | undefined;
  /** Nothing is sent before, as the service was busy and named no time. */
  busyUntil: number;
  /** When the last wait began, in the order of tries, waits and what a person urges. */
  waitsSince: number;
  /** When the last wait or block began, in the same order. */
  setBackAt: number;
}

/** What the states of the connections work with. */
export interface ConnectionStatesOptions {
  readonly profileFolder: string;
  readonly connections: Pick<ConnectionLookup<OutboxConnection>, 'find' | 'all'>;
  readonly clock: OutboxClock;
  readonly random: () => number;
  readonly log: Pick<OutboxLog, 'error'>;
}

/** What a connection was when a try began: what comes of the try is of that one, and of no later one. */
export interface ConnectionTicket {
  readonly connectionId: string;
  /** Where it led: the base address. */
  readonly address: string;
  readonly generation: number;
  /** Which came first, this try or a wait. */
  readonly order: number;
}

/** What is asked of everything that goes where it came from. */
export interface Wait {
  /** How long the service asked for. */
  readonly seconds: number | undefined;
  readonly reason: WaitReason;
  /** Of the reason `problem`. */
  readonly problem?: Problem;
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
  readonly #asked: AskedWaits;
  readonly #generations = new Map<string, number>();
  /**
   * Connections of which nothing that held before the start holds any more: their token was replaced or
   * accepted since, or a person had it tried again.
   */
  readonly #lifted = new Set<string>();
  /** Set while the document is being read. */
  #loading: Promise<void> | undefined;
  #order = 0;
  /** When the network came back last, in the order of tries and waits. */
  #wokenAt = 0;
  #isPaused = false;
  #isDecided = false;
  /** What a person said last of pausing. */
  #wanted = false;

  constructor(options: ConnectionStatesOptions) {
    this.#options = options;
    this.#asked = new AskedWaits(options.clock);
    this.#file = new StateFile(options.profileFolder, options.log);
  }

  /** Reads what outlived the restart; again, when it could not be read before. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    if (this.#file.isKnown) return;
    const read = await this.#file.read();
    if (read === 'missing') return;
    if (read === 'unknown') {
      // Paused: a person looks, and resumes it.
      this.#isPaused = !this.#isDecided || this.#isPaused;
      await this.#file.setDamagedAside();
      return;
    }
    const { isPaused, refused, refusedAccess, asked, askedElsewhere } = read;
    if (!this.#isDecided) this.#isPaused = isPaused;
    const held = refused.filter((id) => !this.#lifted.has(id));
    for (const id of held) {
      const state = this.#of(id);
      // What came in the way since is of now.
      if (state.block !== undefined) continue;
      state.block = 'tokenRefused';
      state.refusedAccess = refusedAccess[id];
    }
    const waits = [...Object.values(asked), ...Object.values(askedElsewhere).flat()];
    const areAllLeft = this.#asked.takeUp(waits);
    // Read late, it holds what was lifted since.
    if (held.length < refused.length || !areAllLeft) await this.#save();
  }

  /** Whether the disk refused the document for now, so that it is read again later. */
  get isRefusedForNow(): boolean {
    return !this.#file.isKnown;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /**
   * A pause holds at once; what is resumed goes on once it is known for what it has to wait. On the disk when this
   * resolves, or, while what is there can't be read, once it can.
   * @throws StorageError when it holds until Foyer ends, and not longer
   */
  async setPaused(isPaused: boolean): Promise<void> {
    this.#wanted = isPaused;
    if (isPaused) this.#decidePause(true);
    // The disk may take its time to say what is in it, and a person another word meanwhile.
    await this.load();
    this.#decidePause(this.#wanted);
    await this.#write();
  }

  /** While the document can't be read, the person's word counts and not what it may say. */
  #decidePause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#isDecided = true;
  }

  blockOf(id: string): Block | undefined {
    const { block, refusedAccess } = this.#states.get(id) ?? {};
    if (block !== 'tokenRefused' || refusedAccess === undefined) return block;
    // The end of Foyer, or the disk, can have come between another token and what is known of the one before.
    const now = this.#options.connections.find(id);
    return now === undefined || (now.access ?? 0) === refusedAccess ? block : undefined;
  }

  /** Which of the connection's accesses was refused, where one was and it is known. */
  refusedAccess(id: string): number | undefined {
    return this.#states.get(id)?.refusedAccess;
  }

  /** Milliseconds until something may be sent there again; 0 when it may. */
  waitOf(id: string): number {
    return Math.max(0, this.#ownLeftOf(id), this.#askedLeftOf(id));
  }

  /** What it waits for, if it has to: the wait that ends last. */
  waitReason(id: string): WaitReason {
    const askedMs = this.#askedLeftOf(id);
    if (askedMs > 0 && askedMs >= this.#ownLeftOf(id)) return 'asked';
    return this.#states.get(id)?.waitReason ?? 'unreachable';
  }

  /** What is in the way here, if it waits for that. */
  problemOf(id: string): Problem | undefined {
    return this.waitReason(id) === 'problem' ? this.#states.get(id)?.problem : undefined;
  }

  /** It could not be reached the last time, or asked for a wait: the next request goes alone, as a try. */
  mayBeUnreachable(id: string): boolean {
    const isOwn = this.#states.get(id)?.mayBeUnreachable ?? false;
    return isOwn || this.#asked.isUntriedSince(this.#addressOf(id));
  }

  /** This moment, in the order of tries, waits and what a person urges. */
  moment(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Whether nothing has come in the way of a connection since that moment. */
  isClearSince(id: string, moment: number): boolean {
    const askedAt = this.#asked.askedAt(this.#addressOf(id));
    return Math.max(this.#states.get(id)?.setBackAt ?? 0, askedAt) < moment;
  }

  /** For a try that begins now. */
  ticket(connectionId: string, address: string): ConnectionTicket {
    const generation = this.#generations.get(connectionId) ?? 0;
    return { connectionId, address, generation, order: this.moment() };
  }

  /** The service itself answered, whatever it said: there is a way to it. */
  reached(ticket: ConnectionTicket): void {
    this.#asked.reached(ticket.address);
    const state = this.#present(ticket);
    if (state) state.mayBeUnreachable = false;
  }

  /**
   * A save went through: only that ends the growing of the waits, and a wait that it was tried in spite
   * of, at a person's word.
   */
  async succeeded(ticket: ConnectionTicket): Promise<void> {
    const isWaitOver = this.#asked.succeeded(ticket.address, ticket.order);
    if (this.isPresent(ticket)) this.#lifted.add(ticket.connectionId);
    const state = this.#present(ticket);
    if (state) {
      state.failures = 0;
      if (ticket.order >= state.waitsSince) {
        state.waitReason = 'unreachable';
        state.dueAt = 0;
        state.busyUntil = 0;
      }
    }
    // A document that was read late said of this token what held before.
    const isFreed = state?.block !== undefined && ticket.order >= state.setBackAt;
    if (isFreed) state.block = undefined;
    if (isWaitOver || isFreed) await this.#save();
  }

  /**
   * Everything there has to wait: for the longest of what the service asked for, the backoff, and the
   * wait that runs already. What a service asked for holds for its address, whoever leads there.
   */
  async wait(ticket: ConnectionTicket, { seconds, reason, problem }: Wait): Promise<void> {
    const { clock, random } = this.#options;
    const { connectionId: id, address } = ticket;
    const moment = this.moment();
    // With another token it is the same service that answered.
    const now = this.#options.connections.find(id);
    if (this.isPresent(ticket) || now?.baseAddress === address) {
      const state = this.#of(id);
      // Of several that were under way together, one counts.
      const isCounted = this.waitOf(id) > 0 && ticket.order < state.waitsSince;
      state.waitsSince = moment;
      state.setBackAt = moment;
      let waitsUntil = Math.max(state.dueAt, state.busyUntil);
      if (!isCounted) {
        // A try of before the network came back says nothing of now: the waits begin anew.
        if (ticket.order < this.#wokenAt) state.failures = 0;
        state.failures += 1;
        waitsUntil = clock.now() + backoffMs(state.failures, random);
      }
      // Tried in spite of a wait, at a person's word, that wait still runs.
      if (reason === 'asked') {
        state.busyUntil = Math.max(state.busyUntil, waitsUntil);
      } else {
        state.dueAt = Math.max(state.dueAt, waitsUntil);
        Object.assign(state, { waitReason: reason, problem });
      }
      state.mayBeUnreachable = true;
    }
    if (seconds !== undefined && this.#asked.ask(address, seconds, moment)) await this.#save();
  }

  async block(ticket: ConnectionTicket, reason: Block): Promise<void> {
    if (!this.isPresent(ticket)) return;
    const state = this.#of(ticket.connectionId);
    if (this.blockOf(ticket.connectionId) === reason) return;
    state.block = reason;
    state.refusedAccess = this.#options.connections.find(ticket.connectionId)?.access ?? 0;
    state.setBackAt = this.moment();
    // When it is tried again, one tries for all.
    state.mayBeUnreachable = true;
    if (reason === 'tokenRefused') await this.#save();
  }

  /** A save ended there in a way that promises nothing to others, which wait as before. */
  setBack(ticket: ConnectionTicket): void {
    if (this.isPresent(ticket)) this.#of(ticket.connectionId).setBackAt = this.moment();
  }

  /** A person publishes something more there: tried again at once, unless the service wants a wait. */
  async encourage(id: string): Promise<void> {
    this.#lifted.add(id);
    const state = this.#states.get(id);
    if (!state) return;
    state.dueAt = 0;
    const { block } = state;
    state.block = undefined;
    if (block === 'tokenRefused') await this.#save();
  }

  /**
   * The connection has another token, or leads elsewhere, or is gone: what comes of older tries is no
   * longer about it. The first wait is after all of that: whoever calls this lets go what may go.
   */
  async renewed(id: string): Promise<void> {
    this.#lifted.add(id);
    this.#generations.set(id, (this.#generations.get(id) ?? 0) + 1);
    const wasRefused = this.#states.get(id)?.block === 'tokenRefused';
    this.#states.delete(id);
    if (wasRefused) await this.#save();
  }

  /** Ends the waits that no service asked for. */
  wake(): void {
    this.#wokenAt = this.moment();
    for (const state of this.#states.values()) state.dueAt = 0;
  }

  /** Whether the connection has the token, and leads where it led, of when the ticket was taken. */
  isPresent({ connectionId, generation }: ConnectionTicket): boolean {
    return (this.#generations.get(connectionId) ?? 0) === generation;
  }

  #present(ticket: ConnectionTicket): ConnectionState | undefined {
    return this.isPresent(ticket) ? this.#states.get(ticket.connectionId) : undefined;
  }

  #of(id: string): ConnectionState {
    const found = this.#states.get(id);
    if (found) return found;
    const made = {
      block: undefined,
      refusedAccess: undefined,
      failures: 0,
      mayBeUnreachable: false,
      dueAt: 0,
      waitReason: 'unreachable' as const,
      problem: undefined,
      busyUntil: 0,
      waitsSince: 0,
      setBackAt: 0,
    };
    this.#states.set(id, made);
    return made;
  }

  /** Milliseconds that are left of the waits that no service wants; 0 or less when they are over. */
  #ownLeftOf(id: string): number {
    return (this.#states.get(id)?.dueAt ?? 0) - this.#options.clock.now();
  }

  /** Milliseconds that are left of what the service wants, in words or by being busy; 0 or less when that is over. */
  #askedLeftOf(id: string): number {
    const busyMs = (this.#states.get(id)?.busyUntil ?? 0) - this.#options.clock.now();
    return Math.max(busyMs, this.#asked.leftOf(this.#addressOf(id)));
  }

  #addressOf(id: string): string | undefined {
    // Asked of each item that waits: nothing is looked up where no service asked for anything.
    return this.#asked.isNone ? undefined : this.#options.connections.find(id)?.baseAddress;
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
      ...this.#refused(),
      ...this.#asked.stored(this.#options.connections.all() ?? []),
    }));
  }

  #refused(): Pick<StoredState, 'refused' | 'refusedAccess'> {
    const refused = [...this.#states.keys()].filter((id) => this.blockOf(id) === 'tokenRefused');
    const accesses = refused.flatMap((id) => {
      const access = this.#states.get(id)?.refusedAccess;
      return access === undefined ? [] : [[id, access] as const];
    });
    return { refused, refusedAccess: Object.fromEntries(accesses) };
  }
}
