/** Lets the items of the outbox leave: which, how many at once, and when the next one may. */
import { ProblemError } from '@shared/problem-error';
import type { Publication } from '@shared/theme/theme';
import type { AttemptParts } from './attempt-end';
import { DeliveryAttempt } from './delivery-attempt';
import { needsDecision } from './item-status';
import { atOnce, pickNext, type Busy, type Candidate } from './next-item';
import { noteAgain } from './noting';
import { itemKey, type Item, type ItemId, type PublishRequest } from './outbox-item';
import type { OutboxConnection } from './outbox-types';
import { isThemeGone, problemOrInternal } from './problem-of-error';
import type { RuntimeState } from './runtime-state';
import { isInLine, type UnderWay } from './under-way';

/** What the scheduler works with. */
export interface SchedulerParts<C extends OutboxConnection> extends AttemptParts<C> {
  /** What is under way, by `itemKey`. */
  readonly underWay: Map<string, UnderWay>;
}

/** Knows what is under way; whatever may have changed what may leave calls `pump`. */
export class Scheduler<C extends OutboxConnection> {
  readonly #parts: SchedulerParts<C>;
  /** A person's decision is being carried out: nothing of it leaves meanwhile. */
  readonly #deciding = new Set<string>();
  /** The theme's own file is told what the service has of it: nothing of it leaves meanwhile. */
  readonly #noting = new Map<string, Promise<void>>();
  #slots = 0;
  /** Things are sent while it is open; closed, it is never opened again. */
  #phase: 'notYet' | 'open' | 'closed' = 'notYet';
  #cancelTimer: (() => void) | undefined;
  #waiters: (() => void)[] = [];

  constructor(parts: SchedulerParts<C>) {
    this.#parts = parts;
  }

  /** From now on things may leave. Whoever quits while Foyer starts closes it before this comes. */
  open(): boolean {
    if (this.#phase === 'closed') return false;
    this.#phase = 'open';
    return true;
  }

  /** Nothing leaves any more. */
  close(): void {
    this.#phase = 'closed';
    this.#cancelTimer?.();
  }

  /** What stands in line does not leave any more, and is not waited for. */
  abortThoseInLine(): void {
    for (const each of this.#parts.underWay.values()) {
      if (isInLine(each)) each.controller.abort();
    }
  }

  /** A try that is under way, through whatever connection or that one, is not waited for any more. */
  stop(id: ItemId, through?: string): void {
    const underWay = this.#parts.underWay.get(itemKey(id));
    if (!underWay) return;
    if (through !== undefined && underWay.request.connectionId !== through) return;
    underWay.isCancelled = true;
    underWay.controller.abort();
  }

  /** Resolves when nothing is under way. */
  async quiet(): Promise<void> {
    if (this.#isQuiet) return;
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /**
   * Runs `work` while nothing of the item is sent. What stands in line waits for that, and is begun anew where it is
   * still asked for then.
   * @throws ProblemError alreadyUnderWay; then it may have left
   */
  async undisturbed<T>(id: ItemId, work: () => Promise<T>): Promise<T> {
    const key = itemKey(id);
    if (this.#deciding.has(key)) throw new ProblemError({ code: 'alreadyUnderWay' });
    this.#deciding.add(key);
    try {
      const underWay = this.#parts.underWay.get(key);
      if (underWay && isInLine(underWay)) underWay.controller.abort();
      // What is stopped ends at once, and is no reason to refuse a person's word.
      if (underWay?.controller.signal.aborted) await underWay.ended;
      await this.#noting.get(key);
      if (this.#parts.underWay.has(key)) throw new ProblemError({ code: 'alreadyUnderWay' });
      return await work();
    } finally {
      this.#deciding.delete(key);
      this.pump();
    }
  }

  /** Lets go what may go, and sets the clock for what may go later. */
  pump(): void {
    const { changes, clock, notifier, runtime, states, store } = this.#parts;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#phase !== 'open' || store.problem) return;
    for (const item of store.values()) {
      if (item.request?.alsoThrough) void changes.passOn(item);
    }
    while (this.#slots < atOnce && !states.isPaused) {
      const next = pickNext(this.#candidates(), this.#busy());
      if (!next) break;
      this.#startAttempt(next.item, next.connection, next.request);
    }
    let soonest = this.#noteDue();
    const isAnyFree = this.#slots < atOnce && !states.isPaused;
    for (const { item, connectionId } of isAnyFree ? this.#candidates() : []) {
      const state = runtime.of(itemKey(item));
      const wait = this.#isUrged(state, connectionId)
        ? 0
        : Math.max(states.waitOf(connectionId), state.dueAt - clock.now());
      // One that could go now waits for another to end, which pumps.
      if (wait > 0) soonest = Math.min(soonest, wait);
    }
    if (soonest < Infinity) {
      this.#cancelTimer = clock.after(soonest, () => {
        notifier.changed();
        this.pump();
      });
    }
  }

  /** Has noted what is due of it. Returns after how many milliseconds more is. */
  #noteDue(): number {
    const { clock, options, runtime, store, underWay } = this.#parts;
    let soonest = Infinity;
    for (const item of store.values()) {
      const { unnoted, linkHold } = item;
      const key = itemKey(item);
      if (!unnoted || linkHold) continue;
      if (underWay.has(key) || this.#deciding.has(key) || this.#noting.has(key)) continue;
      const { dueAt, problem } = runtime.of(key);
      // It was found neither in the library nor in the bin, and is noted as it comes back.
      if (isThemeGone(problem) && options.library.lacks(item.themeId)) continue;
      const wait = dueAt - clock.now();
      if (wait > 0) soonest = Math.min(soonest, wait);
      // One of more than that waits for another to end, which pumps.
      else if (this.#noting.size < atOnce) this.#note(key, item, unnoted);
    }
    return soonest;
  }

  #note(key: string, item: Item, unnoted: Publication): void {
    const { notifier, options } = this.#parts;
    const noting = noteAgain(item, unnoted, this.#parts)
      .finally(() => {
        this.#noting.delete(key);
        notifier.changed();
        this.#oneEnded();
      })
      .catch((error: unknown) => {
        options.log.error('outbox.notTold', { error: String(error) });
      });
    this.#noting.set(key, noting);
  }

  /** One that was under way is not any more: others may go, and who waits for the end may hear. */
  #oneEnded(): void {
    this.pump();
    if (this.#isQuiet) for (const done of this.#waiters.splice(0)) done();
  }

  get #isQuiet(): boolean {
    return this.#parts.underWay.size === 0 && this.#noting.size === 0;
  }

  /** Those that go by themselves when their time has come. */
  *#candidates(): Iterable<Candidate & { item: Item; connection: C; request: PublishRequest }> {
    const { clock, connections, options, runtime, states, store, underWay } = this.#parts;
    for (const item of store.values()) {
      const { request } = item;
      const key = itemKey(item);
      if (!request || request.isRefused) continue;
      if (underWay.has(key) || this.#deciding.has(key) || this.#noting.has(key)) continue;
      const state = runtime.of(key);
      if (state.versions.length > 0 || options.library.lacks(item.themeId)) continue;
      // What arrived before is noted first, in its own library: this one waits for a copy.
      if (item.unnoted && runtime.isElsewhere(request)) continue;
      const connection = connections.delivering(item);
      if (!connection || needsDecision(item, connection.keepsClientIds)) continue;
      if (states.blockOf(connection.id) !== undefined) continue;
      yield {
        item,
        connection,
        request,
        connectionId: connection.id,
        keepsClientIds: connection.keepsClientIds,
        sequence: request.sequence,
        isFirst: state.isFirst !== false,
        isDue:
          this.#isUrged(state, connection.id) ||
          (state.dueAt <= clock.now() && states.waitOf(connection.id) <= 0),
        mayBeUnreachable: states.mayBeUnreachable(connection.id),
      };
    }
  }

  *#busy(): Iterable<Busy> {
    for (const { request, isFirst, isTokenAwaited } of this.#parts.underWay.values()) {
      yield { connectionId: request.connectionId, isFirst, isTokenAwaited };
    }
  }

  #startAttempt(item: Item, connection: C, request: PublishRequest): void {
    const { notifier, options, runtime, underWay } = this.#parts;
    const key = itemKey(item);
    const { themeId, place } = item;
    const state = runtime.of(key);
    const { urgedAt } = state;
    state.urgedAt = undefined;
    let end = (): void => undefined;
    const attempted: UnderWay = {
      ended: new Promise((done) => (end = done)),
      controller: new AbortController(),
      request,
      preset: connection.preset,
      isFirst: state.isFirst !== false,
      isCancelled: false,
      isItsTurn: false,
      before: null,
      isTokenAwaited: false,
      isTokenReplaced: false,
      isHeld: false,
    };
    underWay.set(key, attempted);
    this.#slots += 1;
    let isFree = false;
    const free = (): void => {
      if (isFree) return;
      isFree = true;
      this.#slots -= 1;
    };
    notifier.changed();
    const mayLeave = (): boolean => this.#mayLeave(request.connectionId, urgedAt);
    const attempt = new DeliveryAttempt({ themeId, place }, connection, attempted, this.#parts, {
      mayLeave,
      isTokenAwaited: () =>
        [...this.#busy()].some(
          ({ connectionId, isTokenAwaited }) =>
            isTokenAwaited && connectionId === request.connectionId,
        ),
      mayFollow: () => {
        if (this.#slots < atOnce) this.pump();
      },
      isPassed: () => {
        // What a person had tried now is the theme, in whatever version is the newest.
        if (mayLeave()) state.urgedAt ??= urgedAt;
      },
    });
    attempt
      .run(() => {
        free();
        // What came of it is written down while the next one is on its way.
        this.pump();
      })
      .catch((error: unknown) => {
        options.log.error('outbox.tryFailed', { error: String(error) });
        runtime.tryLater(key, problemOrInternal(error));
      })
      .finally(() => {
        free();
        underWay.delete(key);
        end();
        notifier.changed();
        this.#oneEnded();
      })
      .catch((error: unknown) => {
        options.log.error('outbox.notTold', { error: String(error) });
      });
  }

  /**
   * Whether anything may leave to the connection: what waited for its turn is asked again. What a
   * person had tried now leaves in spite of a wait that ran then.
   */
  #mayLeave(connectionId: string, urgedAt: number | undefined): boolean {
    const { states } = this.#parts;
    if (this.#phase !== 'open' || states.isPaused) return false;
    if (states.blockOf(connectionId) !== undefined) return false;
    return this.#isUrged({ urgedAt }, connectionId) || states.waitOf(connectionId) <= 0;
  }

  /** Whether a person has it tried now, and nothing came in the way since. */
  #isUrged({ urgedAt }: Pick<RuntimeState, 'urgedAt'>, connectionId: string): boolean {
    return urgedAt !== undefined && this.#parts.states.isClearSince(connectionId, urgedAt);
  }
}
