/**
 * Changes of items and what the disk makes of them: what it refuses to take is given to it again, and
 * what it refuses to give is asked for again, until Foyer ends.
 */
import { ProblemError } from '@shared/problem-error';
import type { PublishAnswers } from './publish-answers';
import type { ChangeNotifier } from './change-notifier';
import type { OutboxClock } from './clock';
import type { ConnectionLookup } from './connection-lookup';
import type { ConnectionStates } from './connection-states';
import type { HandedInRequests } from './handed-in';
import {
  itemKey,
  type Item,
  type ItemId,
  type OfLibrary,
  type PublishRequest,
} from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection, OutboxLog } from './outbox-types';
import type { QueueProgress } from './queue-progress';
import { refusalOf, type RequestVersion, type RuntimeStates } from './runtime-state';
import { isNotAllowed } from './verdict';
import { goingThrough, waysOf, withoutWay } from './ways';

/** What the disk refused to give is asked for again so often. */
const rereadMs = 5_000;

/** What the changes work with. */
export interface DurableParts<C extends OutboxConnection> {
  readonly clock: OutboxClock;
  readonly log: OutboxLog;
  readonly connections: ConnectionLookup<C>;
  readonly handedIn: HandedInRequests<C>;
  readonly store: OutboxStore;
  readonly states: ConnectionStates;
  readonly runtime: RuntimeStates;
  readonly progress: QueueProgress;
  readonly notifier: ChangeNotifier<C>;
  readonly answers: PublishAnswers<C>;
}

/** Memory has a change at once; what these functions return resolves when the disk has it. */
export class DurableChanges<C extends OutboxConnection> {
  readonly #parts: DurableParts<C>;
  #cancelReread: (() => void) | undefined;
  #takeUp: (() => Promise<void>) | undefined;

  constructor(parts: DurableParts<C>) {
    this.#parts = parts;
  }

  /**
   * Reads what is unsettled. Never rejects: what could not be read is asked for again later, and then
   * `takeUp` is called, which does with that what was done with the rest.
   */
  async load(takeUp: () => Promise<void>): Promise<void> {
    const { states, store } = this.#parts;
    await states.load();
    await store.load();
    this.#takeUp = takeUp;
    this.rereadLater();
  }

  /** Asks the disk again for what it refused, and gives it what it did not take. */
  async reread(): Promise<void> {
    if (!this.#isWaitingForDisk) return;
    const { notifier, store } = this.#parts;
    await this.writeAgain();
    await (store.problem ? store.load() : store.reread());
    await this.#takeUp?.();
    this.rereadLater();
    // What was listed before said nothing of what may be in the files that can't be read.
    notifier.changed();
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

  /**
   * Waits for a change. What the disk did not take is only logged, and given to it again later: until then
   * it holds an older one, by which more is unknown or is sent once more than need be.
   */
  async kept(change: Promise<void>): Promise<void> {
    try {
      await change;
    } catch (error) {
      this.#parts.log.error('outbox.notWritten', { error: String(error) });
      this.rereadLater();
    }
  }

  /** Changes an item, as `kept` waits for it. */
  keep(id: ItemId, how: (item: Item) => Item): Promise<void> {
    return this.kept(this.#parts.store.change(id, how));
  }

  /**
   * Puts a request in the place of the one that is there; it leaves only when the disk has it. What was said
   * of that one holds for this one, too.
   * @throws StorageError when the disk refused it; then the request before is there again
   */
  async commitRequest(id: ItemId, how: (item: Item) => PublishRequest | null): Promise<void> {
    const { progress, store } = this.#parts;
    const state = this.#parts.runtime.of(itemKey(id));
    const { versions } = state;
    let end = (): void => undefined;
    const ended = new Promise<void>((done) => (end = done));
    const own: RequestVersion = { request: null, ended };
    if (versions.length === 0) versions.push({ request: store.get(id)?.request ?? null, ended });
    versions.push(own);
    progress.queueing();
    try {
      await store.change(id, (now) => {
        // Of what the disk has: one that it refuses leaves nothing.
        own.request = heirOf(versions[0]?.request, how(now), now);
        return { ...now, request: own.request };
      });
      // Its connection may be gone by now, and it with that.
      if (own.request) state.newest = Math.max(state.newest, own.request.sequence);
      // The disk has no older one any more.
      versions.splice(0, versions.indexOf(own));
      await this.#hand(own, versions.slice(1), id);
    } catch (error) {
      const isNewest = versions.at(-1) === own;
      versions.splice(versions.indexOf(own), 1);
      const request = versions[0]?.request ?? null;
      if (isNewest) await this.keep(id, (now) => ({ ...now, request }));
      throw error;
    } finally {
      if (versions.length === 1) versions.pop();
      end();
    }
  }

  /** Hands what was said of a request on to those that came while it was being written. Never rejects. */
  async #hand(
    { request: before }: RequestVersion,
    newer: readonly RequestVersion[],
    id: ItemId,
  ): Promise<void> {
    const item = this.#parts.store.get(id);
    const isHeir = ({ request }: RequestVersion): boolean =>
      item !== undefined && request !== heirOf(before, request, item);
    const heirs = newer.filter(isHeir).map(({ request }) => request?.sequence);
    if (!item || heirs.length === 0) return;
    await this.kept(
      this.changeRequest(id, (each) =>
        heirs.includes(each.sequence) ? heirOf(before, each, item) : each,
      ),
    );
  }

  /**
   * The end of the writing of a request that was asked for together with that one, or later; `undefined` when
   * none is being written.
   */
  laterBeingWritten(id: ItemId, sequence: number): Promise<void> | undefined {
    const { versions } = this.#parts.runtime.of(itemKey(id));
    // The first is on the disk.
    return versions.slice(1).find(({ request }) => request && request.sequence >= sequence)?.ended;
  }

  /**
   * Changes the request that is there, and with it what is there again where the disk refuses a newer one;
   * `rest` changes what else is known. In memory at once. Whatever has it leave through another connection, it leaves
   * with the token of that.
   * @throws StorageError when the disk refused it: it is tried again, until Foyer ends
   */
  changeRequest(
    id: ItemId,
    how: (request: PublishRequest) => PublishRequest | null,
    rest: (item: Item) => Item = (item) => item,
  ): Promise<void> {
    const changed = (request: PublishRequest | null): PublishRequest | null => {
      const next = request && how(request);
      const isByAnother = next && next.connectionId !== request.connectionId;
      return isByAnother ? this.#withAnotherToken(id, next) : next;
    };
    for (const version of this.#parts.runtime.of(itemKey(id)).versions) {
      version.request = changed(version.request);
    }
    return this.#parts.store.change(id, (now) => {
      const request = changed(now.request);
      // What came of a later try says nothing of the save that may have arrived, which is what is left.
      if (now.request && !request && now.unconfirmed) this.#forgetEnd(id);
      return rest(request === now.request ? now : { ...now, request });
    });
  }

  #forgetEnd(id: ItemId): void {
    const { answers, runtime } = this.#parts;
    runtime.of(itemKey(id)).outcome = undefined;
    answers.forget(id);
  }

  /** The item without what was taken out before it could be read. @throws StorageError as `changeRequest` */
  dropReadTooLate(id: ItemId): Promise<void> {
    const { runtime } = this.#parts;
    const key = itemKey(id);
    return this.changeRequest(id, (each) => (runtime.isReadTooLate(key, each) ? null : each));
  }

  /**
   * The item without what was asked for before a person's word, by its number: also what is still being read.
   * @throws StorageError as `changeRequest`
   */
  takeOut(id: ItemId, word: number): Promise<void> {
    return this.#takeOut(id, word, () => true);
  }

  /** The same of what was asked for in the library that is open. @throws StorageError as `changeRequest` */
  takeOutHere(id: ItemId, word: number, rest: (item: Item) => Item): Promise<void> {
    return this.#takeOut(id, word, (asked) => !this.#parts.runtime.isElsewhere(asked), rest);
  }

  #takeOut(
    id: ItemId,
    word: number,
    isMeant: (asked: OfLibrary) => boolean,
    rest?: (item: Item) => Item,
  ): Promise<void> {
    const { handedIn, runtime } = this.#parts;
    handedIn.takeOut(id, word, isMeant);
    // Also what an earlier run left, and is not read yet.
    if (isMeant({})) runtime.end(itemKey(id), word);
    return this.changeRequest(
      id,
      (each) => (each.sequence < word && isMeant(each) ? null : each),
      rest,
    );
  }

  /**
   * The item with a request that no longer goes through that connection, and without one that went through no
   * other. @throws StorageError as `changeRequest`
   */
  dropThrough(id: ItemId, connectionId: string): Promise<void> {
    const state = this.#parts.runtime.of(itemKey(id));
    return this.changeRequest(id, (request) => {
      const left = withoutWay(request, connectionId);
      // It takes the place no more of what was asked for before it, and is still being read.
      if (!left) state.newest = 0;
      return left;
    });
  }

  /** The item with a request that went through `lost` going through `other`. @throws StorageError as `changeRequest` */
  moveThrough(id: ItemId, lost: string, other: string): Promise<void> {
    return this.changeRequest(id, (request) =>
      request.connectionId === lost ? withoutWay(goingThrough(request, other), lost) : request,
    );
  }

  /**
   * The item with a request that leaves with the token that the connection has by now; one that another connection's
   * token didn't allow leaves through this one. @throws StorageError as `changeRequest`
   */
  renewToken(id: ItemId, connectionId: string): Promise<void> {
    const { connections, runtime } = this.#parts;
    const { notAllowed } = runtime.of(itemKey(id));
    notAllowed?.through.delete(connectionId);
    const leadsThere = connections.findAt(connectionId, id.place) !== undefined;
    return this.changeRequest(id, (request) => {
      if (request.connectionId === connectionId) return this.#withAnotherToken(id, request);
      const mayGo = request.isRefused && notAllowed?.sequence === request.sequence && leadsThere;
      return mayGo && waysOf(request).includes(connectionId)
        ? goingThrough(request, connectionId)
        : request;
    });
  }

  /**
   * For a request that leaves with another token from now on: what came of the one before says nothing of it. What that
   * didn't allow goes again, as nothing came of it; a doubt alone may hold it then, as it did before. What this one
   * didn't allow either stays refused, as it was by this one, until a person has it tried again.
   */
  #withAnotherToken(id: ItemId, request: PublishRequest): PublishRequest {
    const { connections, runtime } = this.#parts;
    const state = runtime.of(itemKey(id));
    const { notAllowed } = state;
    const { outcome } = state;
    const isOfTokenBefore = outcome && !request.isRefused && isNotAllowed(outcome);
    // That its token is refused is told of the other connection still.
    if (outcome?.kind === 'tokenRefused' || isOfTokenBefore) state.outcome = undefined;
    const refusal = refusalOf(state, request);
    if (refusal) {
      state.outcome = refusal;
      return { ...request, isRefused: true, duplicateAllowed: false };
    }
    if (!request.isRefused || notAllowed?.sequence !== request.sequence) return request;
    this.#forgetEnd(id);
    const here = connections.findAt(request.connectionId, id.place);
    // Where IDs are kept, a refusal brings no doubt back to be decided, and the word about it holds still.
    const isWordKept = here?.keepsClientIds === 'yes' && notAllowed.duplicateAllowed;
    return { ...request, isRefused: false, duplicateAllowed: isWordKept };
  }

  /**
   * The item with a request that leaves through the next connection that it was asked for through, where its own
   * has no token that is accepted, or doesn't lead there. Never rejects.
   */
  async passOn(id: ItemId): Promise<void> {
    const { connections, states, store } = this.#parts;
    if (!store.get(id)?.request?.alsoThrough) return;
    const isOpen = (connectionId: string): boolean =>
      connections.findAt(connectionId, id.place) !== undefined &&
      states.blockOf(connectionId) === undefined;
    await this.kept(
      this.changeRequest(id, (request) => {
        const [own, ...others] = waysOf(request);
        const next = own !== undefined && isOpen(own) ? undefined : others.find(isOpen);
        return next === undefined ? request : goingThrough(request, next);
      }),
    );
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

  get #isWaitingForDisk(): boolean {
    const { states, store } = this.#parts;
    return (
      store.refusedForNow !== undefined ||
      store.hasUnwritten ||
      states.isRefusedForNow ||
      states.isUnwritten
    );
  }
}

/** A request that takes the place of another, with what was said of that one. */
function heirOf(
  before: PublishRequest | null | undefined,
  request: PublishRequest | null,
  { unconfirmed }: Item,
): PublishRequest | null {
  // What was said before a try that was refused was for that one.
  if (!request || !before || before.isRefused) return request;
  // A word about the doubt that is still there.
  const duplicateAllowed =
    request.duplicateAllowed || (unconfirmed !== null && before.duplicateAllowed);
  return duplicateAllowed === request.duplicateAllowed ? request : { ...request, duplicateAllowed };
}
