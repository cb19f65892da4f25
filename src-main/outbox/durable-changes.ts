/**
 * Changes of items and what the disk makes of them: what it refuses to take is given to it again, and
 * what it refuses to give is asked for again, until Foyer ends.
 */
import { ProblemError } from '@shared/problem-error';
import type { ChangeNotifier } from './change-notifier';
import type { OutboxClock } from './clock';
import type { ConnectionStates } from './connection-states';
import { itemKey, type Item, type ItemId, type PublishRequest } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection, OutboxLog } from './outbox-types';
import type { QueueProgress } from './queue-progress';
import type { RuntimeStates } from './runtime-state';
import type { UnreadableItems } from './unreadable-items';

/** What the disk refused to give is asked for again so often. */
const rereadMs = 5_000;

/** What the changes work with. */
export interface DurableParts<C extends OutboxConnection> {
  readonly clock: OutboxClock;
  readonly log: OutboxLog;
  readonly store: OutboxStore;
  readonly states: ConnectionStates;
  readonly runtime: RuntimeStates;
  readonly progress: QueueProgress;
  readonly unreadable: UnreadableItems<C>;
  readonly notifier: ChangeNotifier<C>;
}

/** Memory has a change at once; what these functions return resolves when the disk has it. */
export class DurableChanges<C extends OutboxConnection> {
  readonly #parts: DurableParts<C>;
  /** Called when something was read again: it may go now. */
  readonly #onReread: () => void;
  #cancelReread: (() => void) | undefined;

  constructor(parts: DurableParts<C>, onReread: () => void) {
    this.#parts = parts;
    this.#onReread = onReread;
  }

  /** Reads what is unsettled. Never rejects: what could not be read is asked for again later. */
  async load(): Promise<void> {
    const { states, store } = this.#parts;
    await states.load();
    await store.load();
    this.#takeUp();
  }

  /** Asks the disk again for what it refused, and gives it what it did not take. */
  async reread(): Promise<void> {
    if (!this.#isWaitingForDisk) return;
    const { log, notifier, store, unreadable } = this.#parts;
    await this.writeAgain();
    try {
      if (store.problem) {
        await store.load();
        if (!store.problem) this.#takeUp();
      } else if (await store.reread()) this.#takeUp();
    } catch (error) {
      log.error('outbox.notRead', { error: String(error) });
    }
    await unreadable.look();
    this.rereadLater();
    notifier.changed();
    this.#onReread();
  }

  rereadLater(): void {
    this.stop();
    if (!this.#isWaitingForDisk) return;
    this.#cancelReread = this.#parts.clock.after(rereadMs, () => {
      void this.reread();
    });
  }

  /** Gives the disk what it did not take, as far as it does now. */
  async writeAgain(): Promise<void> {
    const { states, store } = this.#parts;
    await states.load();
    await states.writeAgain();
    await store.writeAgain();
  }

  /** @throws ProblemError while the outbox's own folder can't be read: nobody knows what is in it */
  assertReadable(): void {
    const { problem } = this.#parts.store;
    if (problem) throw new ProblemError(problem);
  }

  /** Waits for all of them. @throws the first refusal of the disk */
  async written(changes: readonly Promise<void>[]): Promise<void> {
    const ends = await Promise.allSettled(changes);
    this.rereadLater();
    const refused = ends.find((end) => end.status === 'rejected');
    if (refused) throw refused.reason;
  }

  /** What the disk did not take is logged, and given to it again later. */
  inBackground(change: Promise<void>): void {
    this.written([change]).catch((error: unknown) => {
      this.#parts.log.error('outbox.notWritten', { error: String(error) });
    });
  }

  /**
   * Changes an item. What the disk did not take is only logged: it holds an older one, by which more is
   * unknown or is sent once more than need be.
   */
  async keep(id: ItemId, how: (item: Item) => Item): Promise<void> {
    const { log, store } = this.#parts;
    try {
      await store.change(id, how);
    } catch (error) {
      log.error('outbox.notWritten', { error: String(error) });
      this.rereadLater();
    }
  }

  /**
   * Changes the request, as a function of what is there; it leaves only when the disk has it.
   * @throws StorageError when the disk refused it; then the request before is there again
   */
  async commitRequest(id: ItemId, how: (item: Item) => PublishRequest | null): Promise<void> {
    const { progress, store } = this.#parts;
    const runtime = this.#parts.runtime.of(itemKey(id));
    let requested: PublishRequest | null = null;
    const { drops } = runtime;
    if (runtime.unwritten === 0) runtime.fallback = store.get(id)?.request ?? null;
    runtime.unwritten += 1;
    progress.queueing();
    try {
      await store.change(id, (now) => {
        requested = how(now);
        return { ...now, request: requested };
      });
      if (runtime.drops === drops) runtime.fallback = requested;
    } catch (error) {
      // By its number: a try that ended meanwhile may have changed what else is said of it.
      await this.keep(id, (now) =>
        now.request?.sequence === requested?.sequence ? { ...now, request: runtime.fallback } : now,
      );
      throw error;
    } finally {
      runtime.unwritten -= 1;
    }
  }

  /**
   * The item without its request. In memory at once.
   * @throws StorageError when the disk refused it: it is tried again, until Foyer ends
   */
  dropRequest(id: ItemId, how: (item: Item) => Item = (item) => item): Promise<void> {
    const runtime = this.#parts.runtime.of(itemKey(id));
    runtime.fallback = null;
    runtime.drops += 1;
    return this.#parts.store.change(id, (now) => ({ ...how(now), request: null }));
  }

  /** The same at a person's word: what was asked for before, and is still being read, does not come after it. */
  takeOut(id: ItemId, how?: (item: Item) => Item): Promise<void> {
    this.#parts.runtime.of(itemKey(id)).overBefore = this.#parts.store.nextSequence();
    return this.dropRequest(id, how);
  }

  /** The item with its request going through another connection. @throws StorageError as `dropRequest` */
  passOn(id: ItemId, connectionId: string, asked: readonly string[]): Promise<void> {
    const alsoThrough = asked.filter((each) => each !== connectionId);
    const passed = (request: PublishRequest | null): PublishRequest | null =>
      request && { ...request, connectionId, alsoThrough };
    const runtime = this.#parts.runtime.of(itemKey(id));
    runtime.fallback = passed(runtime.fallback);
    return this.#parts.store.change(id, (now) => ({ ...now, request: passed(now.request) }));
  }

  /** Resolves when everything handed in so far is on the disk, or was refused by it. */
  async idle(): Promise<void> {
    await Promise.all([this.#parts.store.idle(), this.#parts.states.idle()]);
  }

  /** Asks for nothing more by itself. */
  stop(): void {
    this.#cancelReread?.();
    this.#cancelReread = undefined;
  }

  /** What came in from the disk counts. */
  #takeUp(): void {
    const { notifier } = this.#parts;
    // What was listed before said nothing of what may be in the files that can't be read.
    notifier.changed();
  }

  get #isWaitingForDisk(): boolean {
    const { states, store } = this.#parts;
    return (
      store.problem !== undefined ||
      store.isRefusedForNow ||
      store.hasUnwritten ||
      states.isRefusedForNow ||
      states.isUnwritten
    );
  }
}
