import { join } from 'node:path';
import type { Problem } from '@shared/problem';
import { invalidField, ProblemError } from '@shared/problem-error';
import type {
  OutboxItem,
  OutboxSnapshot,
  PublishAnswered,
  PublishTarget,
} from '@shared/publishing';
import { pathSegment, themeForService } from '@shared/service/operations';
import type { Delivery } from '@shared/theme/status';
import {
  publicationKey,
  type Publication,
  type Theme,
  type ThemeDocument,
} from '@shared/theme/theme';
import { storageProblem, TaskQueue } from '../storage/storage';
import { backoffMs } from './backoff';
import { systemClock, type OutboxClock } from './clock';
import { ConnectionStates } from './connection-states';
import { DeliveryAttempt, type AttemptHost, type UnderWay } from './delivery-attempt';
import {
  deliveryOf,
  needsDecision,
  newRun,
  urgency,
  reasonOf,
  type ItemFacts,
  type Run,
} from './item-status';
import { atOnce, pickNext, type Candidate } from './next-item';
import type { OutboxConnection, OutboxOptions } from './outbox-types';
import {
  isSame,
  itemKey,
  type Content,
  type Item,
  type ItemId,
  type PublishRequest,
} from './outbox-item';
import { OutboxStore } from './outbox-store';
import { targetOf, withoutAssignedId, type SaveTarget } from './save-target';
import { UnreadableItems } from './unreadable-items';

/** Changes are told together, at most this late. */
const toldAfterMs = 30;
/** What the disk refused to give is asked for again so often. */
const rereadMs = 5_000;
/** Answers that are kept for the studio; older ones are in Activity. */
const mostAnswers = 200;

/** What waits, in the order of the requests, and how it leaves. */
export class OutboxQueue<C extends OutboxConnection = OutboxConnection> {
  readonly #options: OutboxOptions<C>;
  readonly #clock: OutboxClock;
  readonly #random: () => number;
  readonly #store: OutboxStore;
  readonly #states: ConnectionStates;
  readonly #unreadable: UnreadableItems;
  readonly #runs = new Map<string, Run>();
  readonly #underWay = new Map<string, UnderWay>();
  /** A person's decision is being carried out: nothing of it leaves meanwhile. */
  readonly #deciding = new Set<string>();
  /** By the place, too: where a connection led before, it is another one's answer. */
  readonly #answers = new Map<string, PublishAnswered & { readonly place: string }>();
  /** Ties of themes to templates are made one at a time, so that no two get the same one. */
  readonly #tying = new TaskQueue();
  #slots = 0;
  #sequence = 0;
  #revision = 0;
  #progress = { done: 0, all: 0 };
  /** Requests that were handed in and are not written down yet. */
  #announced = 0;
  /** How often everything was taken out. */
  #cancellations = 0;
  /** Things are sent while it is open; closed, it is never opened again. */
  #phase: 'notYet' | 'open' | 'closed' = 'notYet';
  #isLoaded = false;
  #started: Promise<void> | undefined;
  /** Why the outbox's own folder can't be listed. */
  #problem: Problem | undefined;
  #timer: (() => void) | undefined;
  #rereading: (() => void) | undefined;
  #telling: (() => void) | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: OutboxOptions<C>) {
    const { profileFolder, clock = systemClock, random = Math.random, log } = options;
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
    this.#store = new OutboxStore(join(profileFolder, 'outbox'), log);
    this.#states = new ConnectionStates({ profileFolder, clock, random, log });
    this.#unreadable = new UnreadableItems(this.#store);
  }

  /** Reads what is unsettled. Never rejects: what could not be read is asked for again later. */
  async start(): Promise<void> {
    this.#started ??= this.#load();
    await this.#started;
  }

  open(): void {
    // Whoever quits while Foyer starts closes it before this comes.
    if (this.#phase === 'closed') return;
    this.#phase = 'open';
    void this.start().then(() => {
      this.#pump();
    });
  }

  get isPaused(): boolean {
    return this.#states.isPaused;
  }

  deliveryOf(themeId: string, connectionId: string): Delivery {
    const items = this.#store.ofTheme(themeId);
    if (items.length === 0 && !this.#store.hasUnreadable) return 'idle';
    const connection = this.#options.connectionById(connectionId);
    if (!connection) return 'idle';
    const place = publicationKey(connection);
    if (this.#store.unreadable({ themeId, place })) return deliveryOf('unreadable');
    const here = items.find((item) => item.place === place);
    const why = here && this.#reasonOf(here);
    if (why !== undefined) return deliveryOf(why);
    const elsewhere = items.find(({ request }) => request?.connectionId === connectionId);
    return deliveryOf(elsewhere && this.#reasonOf(elsewhere));
  }

  snapshot(): OutboxSnapshot {
    const shown = new Map<string, { item: OutboxItem; sequence: number }>();
    const show = (item: OutboxItem, sequence: number): void => {
      const key = entryKey(item);
      const other = shown.get(key);
      if (!other || urgency(item.why) > urgency(other.item.why)) shown.set(key, { item, sequence });
    };
    for (const item of this.#store.values()) {
      const entry = this.#shown(item);
      if (entry) show(entry, item.request?.sequence ?? 0);
    }
    for (const entry of this.#unreadable.entries()) show(entry, 0);
    const items = [...shown.values()]
      .sort((one, other) => one.sequence - other.sequence)
      .map(({ item }) => item);
    const holds = [...new Set(items.map(({ connectionId }) => connectionId))].flatMap((id) => {
      const why = this.#states.blockOf(id);
      return why === undefined ? [] : [{ connectionId: id, why }];
    });
    const { done, all } = this.#progress;
    return {
      revision: this.#revision,
      isPaused: this.isPaused,
      items,
      holds,
      ...(this.#problem && { problem: this.#problem }),
      progress: { done, all: all + this.#announced },
    };
  }

  answersOf(themeId: string): PublishAnswered[] {
    return [...this.#answers.values()].flatMap(({ place, ...answered }) =>
      answered.themeId === themeId && this.#leadsTo(answered.connectionId, place) ? [answered] : [],
    );
  }

  dismiss(entry: PublishTarget): void {
    const id = this.#idOf(entry);
    if (id && this.#answers.delete(answerKey(entry, id.place))) {
      this.#options.onAnswer?.({ ...entry, result: null });
    }
  }

  /** The connection. @throws ProblemError notFound */
  connection(id: string): C {
    const found = this.#options.connectionById(id);
    if (found === undefined) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return found;
  }

  /** Where a save of the theme goes now. */
  target(document: Pick<ThemeDocument, 'id' | 'publications'>, connection: C): SaveTarget {
    return this.#target(document, publicationKey(connection));
  }

  /**
   * Queues many: `enqueue` hands each place to the function that it gets, which throws what is in the
   * way of that one. `isNamed`: a person named this one and was told what is known of it; a later save
   * that is not confirmed goes again at that word alone.
   */
  async enqueueAll(
    places: readonly PublishTarget[],
    isNamed: boolean,
    enqueue: (each: (place: PublishTarget) => Promise<void>) => Promise<unknown>,
  ): Promise<void> {
    await this.start();
    // Known as a whole from the start, however long it takes to write down.
    if (this.#progress.done === this.#progress.all) this.#progress = { done: 0, all: 0 };
    this.#announced += places.length;
    this.#tellSoon();
    const cancellations = this.#cancellations;
    await enqueue(async (place) => {
      try {
        await this.#enqueue(place, isNamed, () => cancellations !== this.#cancellations);
      } finally {
        this.#announced -= 1;
        this.#tellSoon();
      }
    });
  }

  /**
   * Queues the theme as it is now. The same again, while it is on its way, is one.
   * @throws ProblemError, StorageError; then nothing is queued
   */
  async #enqueue(entry: PublishTarget, isNamed: boolean, isTakenOut = () => false): Promise<void> {
    this.#ready();
    this.#sequence += 1;
    const sequence = this.#sequence;
    // Where it leads now, and not by the time the theme was read.
    const connection = this.connection(entry.connectionId);
    const document = await this.#options.library.saved(entry.themeId);
    this.connection(entry.connectionId);
    const id: ItemId = { themeId: entry.themeId, place: publicationKey(connection) };
    const key = itemKey(id);
    const run = this.#run(key);
    // Someone requested something newer while this one was read.
    if (run.newest > sequence || isTakenOut()) return;
    const content: Content = {
      name: document.name,
      theme: themeForService(document.theme, 'documented') as Theme,
    };
    const present = this.#store.get(id);
    const underWay = this.#underWay.get(key);
    const isOnItsWay =
      underWay &&
      !underWay.isCancelled &&
      present?.request?.sequence === underWay.request.sequence &&
      isSame(underWay.request, content);
    if (isOnItsWay) return;
    const problem = this.#store.unreadable(id);
    if (problem) throw new ProblemError(problem);
    const request: PublishRequest = {
      ...content,
      connectionId: connection.id,
      sequence,
      at: this.#clock.date().toISOString(),
      isRefused: false,
      duplicateAllowed: false,
    };
    const isAlone = !this.#store
      .values()
      .some((other) => other.request && other.request.connectionId === connection.id);
    run.newest = sequence;
    run.isFirst = this.#target(document, id.place).isFirst;
    // Of a later save that is not confirmed a person was asked, and publishes it again all the same.
    const wasAsked = isNamed && present !== undefined && this.#reasonOf(present) === 'decision';
    await this.#commitRequest(id, ({ unconfirmed }) => ({
      ...request,
      duplicateAllowed: wasAsked && unconfirmed?.isFirst === false,
    }));
    // What came of an earlier one is nothing of this one's.
    if (!present?.unconfirmed) run.outcome = undefined;
    // A person tries it anew: the token may have got its rights, or the service its time.
    if (isAlone) await this.#states.encourage(connection.id);
    await this.#forgetElsewhere(id, connection.id);
    if (!present?.request || underWay) this.#progress.all += 1;
    this.#answers.delete(answerKey(entry, id.place));
    this.#tryNow(key);
    this.#changed(entry.themeId);
    this.#pump();
  }

  /** Tries it at once, at a person's word. @throws ProblemError notFound */
  async retry(only: PublishTarget | undefined): Promise<void> {
    await this.start();
    await this.#reread();
    const chosen = this.#chosen(only).filter(
      (item) =>
        item.request && this.#reasonOf(item) !== 'decision' && this.#reasonOf(item) !== 'elsewhere',
    );
    const done = chosen.map((item) => {
      this.#tryNow(itemKey(item));
      return this.#keep(item, (now) =>
        now.request?.isRefused ? { ...now, request: { ...now.request, isRefused: false } } : now,
      );
    });
    // One of each connection is tried in spite of its wait; when it goes, the others follow.
    const urged = new Map(chosen.map((item) => [item.request?.connectionId ?? '', item]));
    for (const [connectionId, item] of urged) {
      // What is under way is being tried already.
      const isTried = this.#underWay.has(itemKey(item));
      if (!isTried && !this.isPaused) this.#run(itemKey(item)).urgedAt = this.#states.moment();
      done.push(this.#states.encourage(connectionId));
    }
    for (const { themeId } of chosen) this.#changed(themeId);
    this.#pump();
    await Promise.all(done);
  }

  /**
   * Takes it out of the queue. @throws ProblemError notFound; StorageError when the disk refused it, and
   * it may come back after a restart
   */
  async cancel(only: PublishTarget | undefined): Promise<void> {
    await this.start();
    if (!only) this.#cancellations += 1;
    // All at once, before the first wait: what has not left by now does not leave.
    const done = this.#chosen(only).map((item) => {
      this.#stop(item);
      return this.#withoutRequest(item);
    });
    this.#changedAll();
    this.#pump();
    await this.#written(done);
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.start();
    // What was urged before is not meant for after it.
    if (isPaused) for (const run of this.#runs.values()) run.urgedAt = undefined;
    try {
      await this.#states.setPaused(isPaused);
    } finally {
      this.#rereadLater();
      this.#changedAll();
      this.#pump();
    }
  }

  /** A person's word that an earlier save may be repeated. @throws ProblemError notFound, storage… */
  async sendAgain(place: PublishTarget): Promise<void> {
    let wasUnreadable = false;
    await this.#decide(place, async (id, item) => {
      if (!item) {
        await this.#putAside(id);
        wasUnreadable = true;
        return;
      }
      this.#sequence += 1;
      const sequence = this.#sequence;
      await this.#commitRequest(id, ({ request, unconfirmed }) => {
        const again =
          request ?? (unconfirmed && this.#requestOf(unconfirmed, place.connectionId, sequence));
        return again && { ...again, duplicateAllowed: true, isRefused: false };
      });
      if (!item.request) this.#progress.all += 1;
      this.#tryNow(itemKey(id));
    });
    if (wasUnreadable) await this.#enqueue(place, true);
  }

  /**
   * A person found it there. @throws ProblemError notFound, invalidFields, storage…
   */
  async markPublished(place: PublishTarget, templateId: string | undefined): Promise<void> {
    // Refused where it can never stand in a path.
    if (templateId !== undefined) pathSegment(templateId, 'templateId');
    await this.#decide(place, async (id, item) => {
      const unconfirmed = item?.unconfirmed;
      const found = templateId ?? unconfirmed?.templateId ?? id.themeId;
      const publication: Publication = {
        templateId: found,
        at: this.#clock.date().toISOString(),
        ...(unconfirmed && { sent: { name: unconfirmed.name, theme: unconfirmed.theme } }),
      };
      await this.tie(id, publication);
      if (!item) await this.#putAside(id);
      this.#run(itemKey(id)).isFirst = false;
      const isThere = (request: PublishRequest | null) =>
        request !== null && unconfirmed && isSame(request, unconfirmed);
      await this.#keep(id, (now) => withoutAssignedId({ ...now, unconfirmed: null }));
      if (isThere(this.#store.get(id)?.request ?? null))
        await this.#written([this.#withoutRequest(id)]);
    });
    this.dismiss(place);
  }

  /**
   * Says under which template a theme is at a place. Published from two themes, a template would be
   * overwritten in turns. @throws ProblemError invalidFields (templateId: alreadyThere)
   */
  tie({ themeId, place }: ItemId, publication: Publication): Promise<void> {
    const { library } = this.#options;
    return this.#tying.run(async () => {
      const { templateId } = publication;
      const owner = await library.withTemplate(place, templateId);
      const isAssigned = this.#store
        .values()
        .some(
          (one) => one.place === place && one.themeId !== themeId && one.assignedId === templateId,
        );
      if ((owner !== undefined && owner !== themeId) || isAssigned) {
        throw invalidField('templateId', 'alreadyThere');
      }
      await library.setPublication(themeId, place, publication);
    });
  }

  /** A person looked: it is not there, and need not be. @throws ProblemError notFound */
  async drop(place: PublishTarget): Promise<void> {
    await this.#decide(place, async (id, item) => {
      if (item)
        await this.#written([this.#withoutRequest(id, (now) => ({ ...now, unconfirmed: null }))]);
      else await this.#putAside(id);
    });
    this.dismiss(place);
  }

  /**
   * Runs what changes the theme's tie to its template; nothing of it is sent meanwhile.
   * @throws ProblemError alreadyUnderWay
   */
  async undisturbed<T>(place: PublishTarget, work: () => Promise<T>): Promise<T> {
    await this.start();
    this.#ready();
    const key = itemKey({
      themeId: place.themeId,
      place: publicationKey(this.connection(place.connectionId)),
    });
    if (this.#underWay.has(key) || this.#deciding.has(key)) {
      throw new ProblemError({ code: 'alreadyUnderWay' });
    }
    this.#deciding.add(key);
    try {
      return await work();
    } finally {
      this.#deciding.delete(key);
      this.#pump();
    }
  }

  /**
   * Forgets what waits, what is not confirmed, and under which id it was: a person has said how things are
   * there.
   */
  async forget(place: PublishTarget): Promise<void> {
    await this.start();
    const id = this.#idOf(place);
    if (id) {
      await this.#written([
        this.#withoutRequest(id, (now) => withoutAssignedId({ ...now, unconfirmed: null })),
      ]);
      this.#runs.delete(itemKey(id));
    }
    this.dismiss(place);
    this.#changed(place.themeId);
  }

  wake(): void {
    this.#states.wake();
    for (const run of this.#runs.values()) run.dueAt = 0;
    void this.#reread();
    this.#tellSoon();
    this.#pump();
  }

  tokenReplaced(connectionId: string): void {
    const address = this.#options.connectionById(connectionId)?.baseAddress;
    void this.#states.renewed(connectionId, address);
    for (const item of this.#store.values()) {
      if (item.request?.connectionId === connectionId) this.#tryNow(itemKey(item));
    }
    // What the place answered to which it led before is not shown any more.
    for (const { themeId, place, ...answered } of this.#answers.values()) {
      if (answered.connectionId !== connectionId || this.#leadsTo(connectionId, place)) continue;
      this.#options.onAnswer?.({ themeId, connectionId, result: null });
    }
    this.#changedAll();
    this.#pump();
  }

  connectionsChanged(): void {
    this.#sweep();
    for (const { request } of this.#store.values()) {
      if (request && this.#states.blockOf(request.connectionId) === 'tokenMissing') {
        void this.#states.encourage(request.connectionId);
      }
    }
    this.#tellSoon();
    this.#pump();
  }

  connectionRemoved(connectionId: string): void {
    for (const item of this.#store.values()) {
      if (item.request?.connectionId !== connectionId) continue;
      this.#stop(item);
      // What may have arrived there stays known: the same workspace can be entered again.
      this.#logged(this.#withoutRequest(item));
      this.#answers.delete(answerKey({ themeId: item.themeId, connectionId }, item.place));
    }
    void this.#states.renewed(connectionId, undefined);
    this.#tellSoon();
  }

  /** Takes out what waits for connections that are gone, when that was not heard of. */
  #sweep(): void {
    const connections = this.#options.connections();
    if (!connections || !this.#isLoaded) return;
    const known = new Set(connections.map(({ id }) => id));
    const gone = new Set(
      this.#store
        .values()
        .flatMap(({ request }) =>
          request && !known.has(request.connectionId) ? [request.connectionId] : [],
        ),
    );
    for (const id of gone) this.connectionRemoved(id);
  }

  themesChanged(ids: readonly string[]): void {
    let isAny = false;
    for (const id of ids) {
      for (const item of this.#store.ofTheme(id)) {
        const run = this.#run(itemKey(item));
        if (!run.isMissing) continue;
        run.isMissing = false;
        isAny = true;
      }
    }
    if (!isAny) return;
    this.#tellSoon();
    this.#pump();
  }

  async settled(): Promise<void> {
    await this.start();
    if (this.#underWay.size > 0) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
    await this.#idle();
  }

  async close(longestMs: number): Promise<void> {
    this.#phase = 'closed';
    this.#timer?.();
    this.#rereading?.();
    this.#telling?.();
    // What stands in line does not leave any more, and is not to be found as one that may have left.
    for (const { hasLeft, controller } of this.#underWay.values()) {
      if (!hasLeft) controller.abort();
    }
    let end: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      end = this.#clock.after(longestMs, resolve);
    });
    await Promise.race([Promise.all([this.settled(), this.#writeAgain()]), late]);
    end?.();
  }

  async #idle(): Promise<void> {
    await Promise.all([this.#store.idle(), this.#states.idle()]);
  }

  async #load(): Promise<void> {
    await this.#states.load();
    try {
      await this.#store.load();
      this.#problem = undefined;
    } catch (error) {
      this.#options.log.error('outbox.notRead', { error: String(error) });
      this.#problem = storageProblem(error, join(this.#options.profileFolder, 'outbox'));
    }
    this.#isLoaded = true;
    this.#takeUp();
    this.#sweep();
    if (this.#store.hasUnreadable) await this.#findUnreadable();
    this.#rereadLater();
  }

  /** What came in from the disk counts. */
  #takeUp(): void {
    this.#progress.all = this.#progress.done;
    for (const { request } of this.#store.values()) {
      if (!request) continue;
      this.#sequence = Math.max(this.#sequence, request.sequence);
      this.#progress.all += 1;
    }
    // What was listed before said nothing of these.
    this.#changedAll();
  }

  /** Which themes and connections the unreadable files are of. */
  async #findUnreadable(): Promise<void> {
    try {
      const { themes } = await this.#options.library.handlers.list(undefined);
      this.#unreadable.find(themes, this.#options.connections() ?? [], this.#clock.date());
      for (const { themeId } of this.#unreadable.entries()) this.#changed(themeId);
    } catch (error) {
      this.#options.log.error('outbox.unreadableNotNamed', { error: String(error) });
    }
  }

  /** Asks the disk again for what it refused, and gives it what it did not take. */
  async #reread(): Promise<void> {
    if (!this.#isWaitingForDisk) return;
    await this.#writeAgain();
    try {
      if (this.#problem) {
        await this.#store.load();
        this.#problem = undefined;
        this.#takeUp();
      } else if (await this.#store.reread()) this.#takeUp();
    } catch (error) {
      this.#options.log.error('outbox.notRead', { error: String(error) });
    }
    this.#unreadable.forgetReadable();
    this.#rereadLater();
    this.#changedAll();
    this.#pump();
  }

  /** Gives the disk what it did not take, as far as it does now. */
  async #writeAgain(): Promise<void> {
    await this.#states.load();
    await this.#states.writeAgain();
    await this.#store.writeAgain();
  }

  get #isWaitingForDisk(): boolean {
    return (
      this.#problem !== undefined ||
      this.#store.isRefusedForNow ||
      this.#store.hasUnwritten ||
      this.#states.isRefusedForNow ||
      this.#states.isUnwritten
    );
  }

  #rereadLater(): void {
    this.#rereading?.();
    this.#rereading = undefined;
    if (!this.#isWaitingForDisk) return;
    this.#rereading = this.#clock.after(rereadMs, () => {
      void this.#reread();
    });
  }

  /** @throws ProblemError while the outbox's own folder can't be read: nobody knows what is in it */
  #ready(): void {
    if (this.#problem) throw new ProblemError(this.#problem);
  }

  #run(key: string): Run {
    const found = this.#runs.get(key);
    if (found) return found;
    const made = newRun();
    this.#runs.set(key, made);
    return made;
  }

  #tryNow(key: string): void {
    const run = this.#run(key);
    run.failures = 0;
    run.dueAt = 0;
    run.problem = undefined;
    run.isMissing = false;
  }

  #target(document: Pick<ThemeDocument, 'id' | 'publications'>, place: string): SaveTarget {
    return targetOf(document, place, this.#store.get({ themeId: document.id, place }));
  }

  /** The item that the entry of a theme and a connection is about: at the place it leads to now. */
  #idOf({ themeId, connectionId }: PublishTarget): ItemId | undefined {
    const connection = this.#options.connectionById(connectionId);
    return connection && { themeId, place: publicationKey(connection) };
  }

  #chosen(only: PublishTarget | undefined): Item[] {
    if (!only) return this.#store.values();
    const here = this.#idOf(only);
    const items = this.#store
      .ofTheme(only.themeId)
      .filter(
        ({ place, request }) =>
          place === here?.place || request?.connectionId === only.connectionId,
      );
    if (items.length === 0) throw new ProblemError({ code: 'notFound', what: 'change' });
    return items;
  }

  #requestOf(
    content: Content & { at: string },
    connectionId: string,
    sequence: number,
  ): PublishRequest {
    const { name, theme, at } = content;
    return { name, theme, connectionId, sequence, at, isRefused: false, duplicateAllowed: true };
  }

  /**
   * Carries out a person's word about what is not confirmed, or can't be read (`item` is then `undefined`).
   * @throws ProblemError notFound, when there is nothing to decide, and what `work` throws
   */
  async #decide(
    place: PublishTarget,
    work: (id: ItemId, item: Item | undefined) => Promise<void>,
  ): Promise<void> {
    await this.start();
    const id = this.#idOf(place);
    const item = id && this.#store.get(id);
    const isOpen =
      id && (this.#store.unreadable(id) ?? (item && this.#reasonOf(item) === 'decision'));
    if (!id || !isOpen) throw new ProblemError({ code: 'notFound', what: 'change' });
    await this.undisturbed(place, () => work(id, item));
    this.#changed(place.themeId);
    this.#pump();
  }

  async #putAside(id: ItemId): Promise<void> {
    await this.#store.setAside(id, this.#clock.date());
    this.#unreadable.decided(id);
  }

  /** A newer request for where the connection leads now takes the place of one for where it led. */
  async #forgetElsewhere(id: ItemId, connectionId: string): Promise<void> {
    const others = this.#store
      .ofTheme(id.themeId)
      .filter(({ place, request }) => place !== id.place && request?.connectionId === connectionId);
    await this.#written(others.map((other) => this.#withoutRequest(other)));
  }

  /** A try that is under way is not waited for any more. */
  #stop(id: ItemId): void {
    const underWay = this.#underWay.get(itemKey(id));
    if (!underWay) return;
    underWay.isCancelled = true;
    underWay.controller.abort();
  }

  /**
   * The item without its request, which counts as one less to be done. In memory at once.
   * @throws StorageError when the disk refused it: it is tried again, until Foyer ends
   */
  #withoutRequest(id: ItemId, how: (item: Item) => Item = (item) => item): Promise<void> {
    if (this.#store.get(id)?.request) {
      this.#progress.all = Math.max(this.#progress.done, this.#progress.all - 1);
    }
    return this.#store.change(id, (now) => ({ ...how(now), request: null }));
  }

  /** Waits for all of them. @throws the first refusal of the disk */
  async #written(changes: readonly Promise<void>[]): Promise<void> {
    const ends = await Promise.allSettled(changes);
    this.#rereadLater();
    const refused = ends.find((end) => end.status === 'rejected');
    if (refused) throw refused.reason;
  }

  /** What the disk did not take is logged, and given to it again later. */
  #logged(change: Promise<void>): void {
    this.#written([change]).catch((error: unknown) => {
      this.#options.log.error('outbox.notWritten', { error: String(error) });
    });
  }

  /**
   * Changes the request, as a function of what is there; it leaves only when the disk has it.
   * @throws StorageError when the disk refused it; then the request before is there again
   */
  async #commitRequest(id: ItemId, how: (item: Item) => PublishRequest | null): Promise<void> {
    const run = this.#run(itemKey(id));
    let before: PublishRequest | null = null;
    let requested: PublishRequest | null = null;
    run.unwritten += 1;
    try {
      await this.#store.change(id, (now) => {
        before = now.request;
        requested = how(now);
        return { ...now, request: requested };
      });
    } catch (error) {
      await this.#keep(id, (now) =>
        now.request === requested ? { ...now, request: before } : now,
      );
      throw error;
    } finally {
      run.unwritten -= 1;
    }
  }

  /**
   * Changes an item. What the disk did not take is only logged: it holds an older one, by which more is
   * unknown or is sent once more than need be.
   */
  async #keep(id: ItemId, how: (item: Item) => Item): Promise<void> {
    try {
      await this.#store.change(id, how);
    } catch (error) {
      this.#options.log.error('outbox.notWritten', { error: String(error) });
      this.#rereadLater();
    }
  }

  /** Whether a connection leads to a place now. */
  #leadsTo(connectionId: string, place: string): boolean {
    const connection = this.#options.connectionById(connectionId);
    return connection !== undefined && publicationKey(connection) === place;
  }

  /** The connection that delivers it: the request's own, while it leads to the item's place. */
  #connectionFor({ place, request }: Item): C | undefined {
    const connection = request ? this.#options.connectionById(request.connectionId) : undefined;
    return connection && publicationKey(connection) === place ? connection : undefined;
  }

  #facts(item: Item): ItemFacts {
    const { request, place } = item;
    const key = itemKey(item);
    const own = request && this.#options.connectionById(request.connectionId);
    const here = this.#connectionFor(item) ?? (item.unconfirmed ? this.#anyAt(place) : undefined);
    return {
      item,
      run: this.#run(key),
      isUnderWay: this.#underWay.has(key),
      keepsClientIds: here?.keepsClientIds,
      leads: !own ? 'nowhere' : publicationKey(own) === place ? 'here' : 'elsewhere',
      block: own ? this.#states.blockOf(own.id) : undefined,
      isPaused: this.isPaused,
      waitMs: own ? this.#states.waitOf(own.id) : 0,
      isAsked: own ? this.#states.isAsked(own.id) : false,
      now: this.#clock.now(),
    };
  }

  #reasonOf(item: Item): ReturnType<typeof reasonOf> {
    return reasonOf(this.#facts(item));
  }

  /** A connection that leads to a place. */
  #anyAt(place: string): C | undefined {
    return this.#options.connections()?.find((each) => publicationKey(each) === place);
  }

  #shown(item: Item): OutboxItem | undefined {
    const facts = this.#facts(item);
    const why = reasonOf(facts);
    const content = item.request ?? item.unconfirmed;
    if (!why || !content) return undefined;
    const { themeId, place, unconfirmed, request } = item;
    const connectionId = request?.connectionId ?? this.#anyAt(place)?.id;
    if (connectionId === undefined) return undefined;
    // For a decision: what was sent, so that it is found under its name there.
    const { name, at } = why === 'decision' ? (unconfirmed ?? content) : content;
    const { run } = facts;
    const waitMs = Math.max(facts.waitMs, run.dueAt - facts.now, 0);
    const isTimed = ['asked', 'unreachable', 'retry', 'problem'].includes(why);
    return {
      themeId,
      connectionId,
      name,
      why,
      since: at,
      ...(isTimed
        ? { nextTryAt: new Date(this.#clock.date().getTime() + waitMs).toISOString() }
        : {}),
      ...(run.outcome && { outcome: run.outcome }),
      ...(run.problem && { problem: run.problem }),
      isFirst: unconfirmed?.isFirst ?? false,
      ...(why === 'decision' && unconfirmed
        ? { templateId: unconfirmed.templateId, unsureTries: unconfirmed.tries }
        : {}),
      ...(why === 'elsewhere' ? { place: placeShown(place) } : {}),
    };
  }

  /** Lets go what may go, and sets the clock for what may go later. */
  #pump(): void {
    this.#timer?.();
    this.#timer = undefined;
    if (this.#phase !== 'open' || this.#problem) return;
    while (this.#slots < atOnce && !this.isPaused) {
      const next = pickNext(this.#candidates(), this.#busy());
      if (!next) break;
      this.#leave(next.item, next.connection, next.request);
    }
    if (this.#slots >= atOnce || this.isPaused) return;
    let soonest = Infinity;
    for (const { item, connectionId } of this.#candidates()) {
      const run = this.#run(itemKey(item));
      const wait = this.#isUrged(run, connectionId)
        ? 0
        : Math.max(this.#states.waitOf(connectionId), run.dueAt - this.#clock.now());
      // One that could go now waits for another to end, which pumps.
      if (wait > 0) soonest = Math.min(soonest, wait);
    }
    if (soonest < Infinity) {
      this.#timer = this.#clock.after(soonest, () => {
        this.#tellSoon();
        this.#pump();
      });
    }
  }

  /** Those that go by themselves when their time has come. */
  *#candidates(): Iterable<Candidate & { item: Item; connection: C; request: PublishRequest }> {
    for (const item of this.#store.values()) {
      const { request } = item;
      const key = itemKey(item);
      if (!request || request.isRefused || this.#underWay.has(key) || this.#deciding.has(key))
        continue;
      const run = this.#run(key);
      if (run.isMissing || run.unwritten > 0) continue;
      const connection = this.#connectionFor(item);
      if (!connection || needsDecision(item, connection.keepsClientIds)) continue;
      if (this.#states.blockOf(connection.id) !== undefined) continue;
      yield {
        item,
        connection,
        request,
        connectionId: connection.id,
        keepsClientIds: connection.keepsClientIds,
        sequence: request.sequence,
        isFirst: run.isFirst !== false,
        isDue:
          this.#isUrged(run, connection.id) ||
          (run.dueAt <= this.#clock.now() && this.#states.waitOf(connection.id) <= 0),
        isDoubtful: this.#states.isDoubtful(connection.id),
      };
    }
  }

  *#busy(): Iterable<{ connectionId: string; isFirst: boolean }> {
    for (const { request, isFirst } of this.#underWay.values()) {
      yield { connectionId: request.connectionId, isFirst };
    }
  }

  #leave(item: Item, connection: C, request: PublishRequest): void {
    const key = itemKey(item);
    const { themeId, place } = item;
    const run = this.#run(key);
    const { urgedAt } = run;
    run.urgedAt = undefined;
    const underWay: UnderWay = {
      controller: new AbortController(),
      request,
      isFirst: run.isFirst !== false,
      isCancelled: false,
      hasLeft: false,
    };
    this.#underWay.set(key, underWay);
    this.#slots += 1;
    let isFree = false;
    const free = (): void => {
      if (isFree) return;
      isFree = true;
      this.#slots -= 1;
    };
    this.#changed(themeId);
    const host = this.#host(item, request, urgedAt);
    const attempt = new DeliveryAttempt({ themeId, place }, underWay, host);
    attempt
      .run(connection, () => {
        free();
        // What came of it is written down while the next one is on its way.
        this.#pump();
      })
      .catch((error: unknown) => {
        this.#options.log.error('outbox.tryFailed', { error: String(error) });
        this.#later(key, {
          code: 'internal',
          id: error instanceof Error ? error.message.slice(0, 200) : '',
        });
      })
      .finally(() => {
        free();
        this.#underWay.delete(key);
        this.#changed(themeId);
        this.#pump();
        if (this.#underWay.size === 0) for (const done of this.#waiters.splice(0)) done();
      })
      .catch((error: unknown) => {
        this.#options.log.error('outbox.notTold', { error: String(error) });
      });
  }

  #host(id: ItemId, { connectionId }: PublishRequest, urgedAt: number | undefined): AttemptHost<C> {
    const key = itemKey(id);
    const { themeId, place } = id;
    return {
      options: this.#options,
      states: this.#states,
      run: this.#run(key),
      now: () => this.#clock.date(),
      // Of one of a newer Foyer it can't be told whether it is there already, nor could it be noted.
      target: async () => this.#target(await this.#options.library.whole(themeId), place),
      item: () => this.#store.get(id),
      change: (how) => this.#store.change(id, how),
      keep: (how) => this.#keep(id, how),
      mayLeave: () => this.#mayLeave(connectionId, urgedAt),
      later: (problem) => {
        this.#later(key, problem);
      },
      done: () => {
        this.#progress.done += 1;
      },
      answered: (result) => {
        this.#answered({ themeId, connectionId, result }, place);
      },
      connectionChanged: () => {
        this.#changedAll();
      },
    };
  }

  /**
   * Whether anything may leave to the connection: what waited for its turn is asked again. What a
   * person had tried now leaves in spite of a wait that ran then.
   */
  #mayLeave(connectionId: string, urgedAt: number | undefined): boolean {
    if (this.#phase !== 'open' || this.isPaused) return false;
    if (this.#states.blockOf(connectionId) !== undefined) return false;
    return this.#isUrged({ urgedAt }, connectionId) || this.#states.waitOf(connectionId) <= 0;
  }

  /** Whether a person has it tried now, and nothing came in the way since. */
  #isUrged({ urgedAt }: Pick<Run, 'urgedAt'>, connectionId: string): boolean {
    return urgedAt !== undefined && this.#states.isClearSince(connectionId, urgedAt);
  }

  /** Tries this one again by itself. */
  #later(key: string, problem: Problem | undefined): void {
    const run = this.#run(key);
    run.failures += 1;
    run.urgedAt = undefined;
    run.problem = problem;
    run.dueAt = this.#clock.now() + backoffMs(run.failures, this.#random);
  }

  #answered(answered: PublishAnswered, place: string): void {
    this.#answers.set(answerKey(answered, place), { ...answered, place });
    if (this.#answers.size > mostAnswers) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    // Late from where the connection led before, it is not what came of it.
    if (this.#leadsTo(answered.connectionId, place)) this.#options.onAnswer?.(answered);
  }

  #changed(themeId: string): void {
    this.#options.library.deliveryChanged(themeId);
    this.#tellSoon();
  }

  #changedAll(): void {
    for (const id of new Set(this.#store.values().map(({ themeId }) => themeId))) {
      this.#options.library.deliveryChanged(id);
    }
    this.#tellSoon();
  }

  #tellSoon(): void {
    this.#revision += 1;
    this.#telling ??= this.#clock.after(toldAfterMs, () => {
      this.#telling = undefined;
      this.#options.onChange?.(this.snapshot());
    });
  }
}

/** The same text for the same theme and connection: one entry for the window. */
function entryKey({ themeId, connectionId }: PublishTarget): string {
  return JSON.stringify([themeId, connectionId]);
}

function answerKey(entry: PublishTarget, place: string): string {
  return JSON.stringify([entry.themeId, entry.connectionId, place]);
}

/** Where a `publicationKey` leads, in words; nothing for one of an older format. */
function placeShown(place: string): NonNullable<OutboxItem['place']> {
  const [baseAddress = '', ...workspace] = place.split(' ');
  try {
    return { host: new URL(baseAddress).host, workspaceId: workspace.join(' ') };
  } catch {
    // No address at all: it was never known where it was to go.
    return { host: '', workspaceId: '' };
  }
}
