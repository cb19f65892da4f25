import { join } from 'node:path';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type {
  OutboxItem,
  OutboxSnapshot,
  OutboxWhy,
  PublishAnswered,
  PublishPlace,
  PublishResult,
} from '@shared/publishing';
import {
  pathSegment,
  saveThemeTemplateRequest,
  themeForService,
  type ServiceRequest,
} from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { Delivery } from '@shared/theme/status';
import {
  publicationKey,
  type Publication,
  type Theme,
  type ThemeDocument,
} from '@shared/theme/theme';
import { problemOfStorage } from '../storage/storage';
import { backoffMs } from './backoff';
import { systemClock, type OutboxClock } from './clock';
import { ConnectionStates } from './connection-states';
import type { OutboxConnection, OutboxOptions, SentTheme } from './outbox';
import { itemFormat, itemKey, type Content, type Doubt, type Item, type Wish } from './outbox-item';
import { StoredItems } from './stored-items';
import { editsToAnswer, nameInAnswer } from './taken-answer';
import { readTemplateAnswer } from './template-answer';
import { verdictOf } from './verdict';

/** Requests under way at most, to all services together. */
const atOnce = 4;
/** Of first saves: they share what previews and billing need too (service, *once*). */
const firstAtOnce = 3;
/** Changes are told together, at most this late. */
const toldAfterMs = 30;

/** What is known of an item while the program runs. */
interface Run {
  /** Whether the next save would be the first one there; unknown before it was looked at. */
  isFirst: boolean | undefined;
  failures: number;
  /** Not tried before; by the clock that only grows. */
  dueAt: number;
  outcome: Outcome | undefined;
  problem: Problem | undefined;
  /** The theme is not in the library. */
  isMissing: boolean;
}

interface UnderWay {
  readonly controller: AbortController;
  readonly wish: Wish;
  isFirst: boolean;
  /** A person stopped it. */
  isCancelled: boolean;
}

/** Where a save goes, and whether it would be the first one there. */
export interface Target {
  readonly templateId: string;
  readonly isFirst: boolean;
}

/** What waits, in the order of the wishes, and how it leaves. */
export class OutboxQueue<PlaceOfConnection extends OutboxConnection = OutboxConnection> {
  readonly #options: OutboxOptions<PlaceOfConnection>;
  readonly #clock: OutboxClock;
  readonly #random: () => number;
  readonly #stored: StoredItems;
  readonly #connections: ConnectionStates;
  readonly #items = new Map<string, Item>();
  readonly #runs = new Map<string, Run>();
  readonly #underWay = new Map<string, UnderWay>();
  readonly #answers = new Map<string, PublishAnswered>();
  #slots = 0;
  #sequence = 0;
  #revision = 0;
  #progress = { done: 0, all: 0 };
  #isOpen = false;
  #started: Promise<void> | undefined;
  #timer: (() => void) | undefined;
  #telling: (() => void) | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: OutboxOptions<PlaceOfConnection>) {
    const { profileFolder, clock = systemClock, random = Math.random, log } = options;
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
    this.#stored = new StoredItems(join(profileFolder, 'outbox'), log);
    this.#connections = new ConnectionStates({ profileFolder, clock, random, log });
  }

  start(): Promise<void> {
    this.#started ??= this.#load().catch((error: unknown) => {
      this.#options.log.error('outbox.notRead', { error: String(error) });
    });
    return this.#started;
  }

  open(): void {
    this.#isOpen = true;
    void this.start().then(() => this.#pump());
  }

  get isPaused(): boolean {
    return this.#connections.isPaused;
  }

  deliveryOf(themeId: string, connectionId: string): Delivery {
    const item = this.#items.get(itemKey({ themeId, connectionId }));
    if (!item) return 'idle';
    switch (this.#whyOf(item)) {
      case undefined:
        return 'idle';
      case 'sending':
        return 'sending';
      case 'decision':
        return 'unknown';
      case 'refused':
        return 'refused';
      case 'paused':
      case 'tokenRefused':
      case 'tokenMissing':
        return 'paused';
      case 'turn':
      case 'retry':
      case 'asked':
      case 'unreachable':
      case 'themeMissing':
      case 'problem':
        return 'waiting';
    }
  }

  snapshot(): OutboxSnapshot {
    const items = [...this.#items.values()]
      .flatMap((item) => {
        const shown = this.#shown(item);
        return shown ? [{ shown, sequence: item.wish?.sequence ?? 0 }] : [];
      })
      .sort((one, other) => one.sequence - other.sequence)
      .map(({ shown }) => shown);
    const holds = [...new Set(items.map(({ connectionId }) => connectionId))].flatMap((id) => {
      const why = this.#connections.holdOf(id);
      return why === undefined ? [] : [{ connectionId: id, why }];
    });
    return {
      revision: this.#revision,
      isPaused: this.isPaused,
      items,
      holds,
      progress: { ...this.#progress },
    };
  }

  answersOf(themeId: string): PublishAnswered[] {
    return [...this.#answers.values()].filter((answered) => answered.themeId === themeId);
  }

  dismiss(place: PublishPlace): void {
    if (this.#answers.delete(itemKey(place))) this.#tellAnswer({ ...place, result: null });
  }

  /** The connection. @throws ProblemError notFound */
  connection(id: string): PlaceOfConnection {
    const found = this.#options.connectionById(id);
    if (found === undefined) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return found;
  }

  /** Where a save of the theme goes now. */
  target(document: ThemeDocument, connection: PlaceOfConnection): Target {
    const publication = publicationIn(document, connection);
    if (publication !== undefined) return { templateId: publication.templateId, isFirst: false };
    const item = this.#items.get(itemKey({ themeId: document.id, connectionId: connection.id }));
    // The service gave an id, and the library could not keep it.
    if (item?.known && item.known.key === publicationKey(connection)) {
      return { templateId: item.known.templateId, isFirst: false };
    }
    return { templateId: document.id, isFirst: true };
  }

  /**
   * Queues the theme as it is now. The same again, while it is on its way, is one.
   * @throws ProblemError, StorageError; then nothing is queued
   */
  async wish(place: PublishPlace): Promise<void> {
    await this.start();
    const connection = this.connection(place.connectionId);
    const document = await this.#options.library.saved(place.themeId);
    const key = itemKey(place);
    const content: Content = {
      name: document.name,
      theme: themeForService(document.theme, 'documented') as Theme,
    };
    const underWay = this.#underWay.get(key);
    if (underWay && !underWay.isCancelled && isSame(underWay.wish, content)) return;
    this.#sequence += 1;
    const wish: Wish = {
      ...content,
      sequence: this.#sequence,
      at: this.#clock.date().toISOString(),
      isRefused: false,
      mayDouble: false,
    };
    const isAlone = ![...this.#items.values()].some(
      (other) => other.wish && other.connectionId === place.connectionId,
    );
    // A person tries it anew: the token may have got its rights, or the service its time.
    if (isAlone) await this.#connections.release(place.connectionId);
    const before = this.#items.get(key);
    const run = this.#run(key);
    run.isFirst = this.target(document, connection).isFirst;
    const item = { ...(before ?? emptyItem(place)), wish };
    await this.#stored.put(item);
    // What came of an earlier try meanwhile counts, on the disk too; the wish is new.
    const meanwhile = this.#items.get(key);
    const kept = { ...(meanwhile ?? emptyItem(place)), wish };
    if (meanwhile === before) this.#items.set(key, kept);
    else await this.#keep(key, kept);
    if (this.#progress.done === this.#progress.all) this.#progress = { done: 0, all: 0 };
    if (!before?.wish || underWay) this.#progress.all += 1;
    this.#answers.delete(key);
    this.#tryNow(key);
    this.#changed(place.themeId);
    this.#pump();
  }

  /** Tries it at once, at a person's word. @throws ProblemError notFound */
  async retry(only: PublishPlace | undefined): Promise<void> {
    await this.start();
    for (const item of this.#chosen(only)) {
      const { wish } = item;
      if (!wish || this.#isUndecided(item)) continue;
      const key = itemKey(item);
      if (wish.isRefused) await this.#keep(key, { ...item, wish: { ...wish, isRefused: false } });
      this.#tryNow(key);
      await this.#connections.release(item.connectionId);
      this.#changed(item.themeId);
    }
    this.#pump();
  }

  /** Takes it out of the queue. @throws ProblemError notFound */
  async cancel(only: PublishPlace | undefined): Promise<void> {
    await this.start();
    for (const item of this.#chosen(only)) {
      const key = itemKey(item);
      const underWay = this.#underWay.get(key);
      if (item.wish) this.#progress.all = Math.max(this.#progress.done, this.#progress.all - 1);
      if (underWay) {
        underWay.isCancelled = true;
        underWay.controller.abort();
      }
      await this.#keep(key, { ...item, wish: null });
      this.#changed(item.themeId);
    }
    this.#pump();
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.start();
    await this.#connections.setPaused(isPaused);
    this.#changedAll();
    this.#pump();
  }

  /** A person's word that an earlier first save may be repeated. @throws ProblemError notFound */
  async sendAgain(place: PublishPlace): Promise<void> {
    const { item, doubt } = await this.#doubtful(place);
    const wish = item.wish ?? {
      name: doubt.name,
      theme: doubt.theme,
      sequence: (this.#sequence += 1),
      at: doubt.at,
      isRefused: false,
      mayDouble: true,
    };
    const key = itemKey(place);
    await this.#stored.put({ ...item, wish: { ...wish, mayDouble: true, isRefused: false } });
    const now = this.#items.get(key) ?? item;
    const kept = { ...now, wish: { ...(now.wish ?? wish), mayDouble: true, isRefused: false } };
    if (now === item) this.#items.set(key, kept);
    else await this.#keep(key, kept);
    this.#tryNow(key);
    this.#changed(place.themeId);
    this.#pump();
  }

  /**
   * A person found it there. @throws ProblemError notFound, invalidFields, storage…
   */
  async markPublished(place: PublishPlace, templateId: string | undefined): Promise<void> {
    // Refused where it can never stand in a path.
    if (templateId !== undefined) pathSegment(templateId, 'templateId');
    const { item, doubt } = await this.#doubtful(place);
    await this.#options.library.setPublication(place.themeId, doubt.key, {
      templateId: templateId ?? doubt.templateId,
      at: this.#clock.date().toISOString(),
      sent: { name: doubt.name, theme: doubt.theme },
    });
    const wish = item.wish && !isSame(item.wish, doubt) ? item.wish : null;
    this.#run(itemKey(place)).isFirst = false;
    await this.#keep(itemKey(place), { ...item, doubt: null, wish });
    this.#answers.delete(itemKey(place));
    this.#tellAnswer({ ...place, result: null });
    this.#changed(place.themeId);
    this.#pump();
  }

  /** A person looked: it is not there, and need not be. @throws ProblemError notFound */
  async drop(place: PublishPlace): Promise<void> {
    const { item } = await this.#doubtful(place);
    await this.#keep(itemKey(place), { ...item, doubt: null, wish: null });
    this.dismiss(place);
    this.#changed(place.themeId);
  }

  /** Whether a save of the theme is on its way there. */
  isUnderWay(place: PublishPlace): boolean {
    return this.#underWay.has(itemKey(place));
  }

  /** Forgets what waits and what is in doubt: a person has said how things are there. */
  async forget(place: PublishPlace): Promise<void> {
    await this.start();
    const item = this.#items.get(itemKey(place));
    if (item) await this.#keep(itemKey(place), { ...item, doubt: null, wish: null });
    this.#runs.delete(itemKey(place));
    this.dismiss(place);
    this.#changed(place.themeId);
  }

  wake(): void {
    this.#connections.wake();
    for (const run of this.#runs.values()) run.dueAt = 0;
    this.#tellSoon();
    this.#pump();
  }

  tokenReplaced(connectionId: string): void {
    void this.#connections.release(connectionId);
    for (const item of this.#items.values()) {
      if (item.connectionId === connectionId) this.#tryNow(itemKey(item));
    }
    this.#changedAll();
    this.#pump();
  }

  connectionsChanged(): void {
    for (const { connectionId } of this.#items.values()) {
      if (this.#connections.holdOf(connectionId) === 'tokenMissing') {
        void this.#connections.release(connectionId);
      }
    }
    this.#tellSoon();
    this.#pump();
  }

  connectionRemoved(connectionId: string): void {
    for (const [key, item] of this.#items) {
      if (item.connectionId !== connectionId) continue;
      this.#underWay.get(key)?.controller.abort();
      void this.#keep(key, { ...item, wish: null, doubt: null, known: null });
      this.#answers.delete(key);
    }
    void this.#connections.release(connectionId);
    this.#tellSoon();
  }

  themesChanged(ids: readonly string[]): void {
    const changed = new Set(ids);
    let isAny = false;
    for (const item of this.#items.values()) {
      const run = this.#run(itemKey(item));
      if (!run.isMissing || !changed.has(item.themeId)) continue;
      run.isMissing = false;
      isAny = true;
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
    await this.#stored.idle();
  }

  async close(longestMs: number): Promise<void> {
    this.#isOpen = false;
    this.#timer?.();
    this.#telling?.();
    if (this.#underWay.size === 0) return this.#stored.idle();
    let end: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      end = this.#clock.after(longestMs, resolve);
    });
    await Promise.race([this.settled(), late]);
    end?.();
  }

  async #load(): Promise<void> {
    await this.#connections.load();
    for (const item of await this.#stored.load()) {
      this.#items.set(itemKey(item), item);
      if (item.wish) {
        this.#sequence = Math.max(this.#sequence, item.wish.sequence);
        this.#progress.all += 1;
      }
    }
    // What was listed before said nothing of these.
    if (this.#items.size > 0) this.#changedAll();
  }

  #run(key: string): Run {
    const found = this.#runs.get(key);
    if (found) return found;
    const made: Run = {
      isFirst: undefined,
      failures: 0,
      dueAt: 0,
      outcome: undefined,
      problem: undefined,
      isMissing: false,
    };
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

  #chosen(only: PublishPlace | undefined): Item[] {
    if (!only) return [...this.#items.values()];
    const item = this.#items.get(itemKey(only));
    if (!item) throw new ProblemError({ code: 'notFound', what: 'change' });
    return [item];
  }

  async #doubtful(place: PublishPlace): Promise<{ item: Item; doubt: Doubt }> {
    await this.start();
    const item = this.#items.get(itemKey(place));
    if (!item?.doubt || this.#whyOf(item) !== 'decision') {
      throw new ProblemError({ code: 'notFound', what: 'change' });
    }
    return { item, doubt: item.doubt };
  }

  /** A first save there may have arrived, and a repetition could double it. */
  #isUndecided({ doubt, wish, connectionId }: Item): boolean {
    if (!doubt) return false;
    const connection = this.#options.connectionById(connectionId);
    // Elsewhere there is no doubt.
    if (connection && doubt.key !== publicationKey(connection)) return false;
    if (!wish) return true;
    return doubt.isFirst && !wish.mayDouble && connection?.keepsClientIds !== 'yes';
  }

  /** Why it is here; `undefined` when a person need not know of it. */
  #whyOf(item: Item): OutboxWhy | undefined {
    const { wish, connectionId } = item;
    const key = itemKey(item);
    if (this.#underWay.has(key)) return 'sending';
    if (this.#isUndecided(item)) return 'decision';
    if (!wish || !this.#options.connectionById(connectionId)) return undefined;
    if (wish.isRefused) return 'refused';
    const run = this.#run(key);
    if (run.isMissing) return 'themeMissing';
    const hold = this.#connections.holdOf(connectionId);
    if (hold) return hold;
    if (this.isPaused) return 'paused';
    if (this.#connections.waitOf(connectionId) > 0) {
      return this.#connections.isAsked(connectionId) ? 'asked' : 'unreachable';
    }
    if (run.dueAt > this.#clock.now()) return run.problem ? 'problem' : 'retry';
    return 'turn';
  }

  #shown(item: Item): OutboxItem | undefined {
    const why = this.#whyOf(item);
    const content = item.wish ?? item.doubt;
    if (!why || !content) return undefined;
    const { themeId, connectionId, doubt } = item;
    // For a decision: what was sent, so that it is found under its name there.
    const { name, at } = why === 'decision' ? (doubt ?? content) : content;
    const run = this.#run(itemKey(item));
    const waitMs = Math.max(
      this.#connections.waitOf(connectionId),
      run.dueAt - this.#clock.now(),
      0,
    );
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
      isFirst: doubt?.isFirst ?? false,
      ...(why === 'decision' && doubt ? { templateId: doubt.templateId } : {}),
    };
  }

  /** Lets go what may go, and sets the clock for what may go later. */
  #pump(): void {
    this.#timer?.();
    this.#timer = undefined;
    if (!this.#isOpen) return;
    while (this.#slots < atOnce) {
      const next = this.#next();
      if (!next) break;
      this.#leave(next);
    }
    if (this.#slots >= atOnce || this.isPaused) return;
    let soonest = Infinity;
    for (const item of this.#items.values()) {
      if (!this.#wants(item)) continue;
      const wait = Math.max(
        this.#connections.waitOf(item.connectionId),
        this.#run(itemKey(item)).dueAt - this.#clock.now(),
      );
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

  /** Whether it goes by itself when its time has come. */
  #wants(item: Item): boolean {
    const { wish, connectionId } = item;
    const key = itemKey(item);
    return (
      wish !== null &&
      !wish.isRefused &&
      !this.#underWay.has(key) &&
      !this.#run(key).isMissing &&
      !this.#isUndecided(item) &&
      this.#connections.holdOf(connectionId) === undefined &&
      this.#options.connectionById(connectionId) !== undefined
    );
  }

  /** The oldest wish of those that may go, of the connection with the least under way. */
  #next(): Item | undefined {
    if (this.isPaused) return undefined;
    const busy = new Map<string, { all: number; firsts: number }>();
    let firsts = 0;
    for (const [key, { isFirst }] of this.#underWay) {
      const id = this.#items.get(key)?.connectionId ?? '';
      const count = busy.get(id) ?? { all: 0, firsts: 0 };
      busy.set(id, { all: count.all + 1, firsts: count.firsts + Number(isFirst) });
      firsts += Number(isFirst);
    }
    let best: { item: Item; busy: number; sequence: number } | undefined;
    for (const item of this.#items.values()) {
      if (!this.#wants(item)) continue;
      const { connectionId } = item;
      const run = this.#run(itemKey(item));
      if (run.dueAt > this.#clock.now() || this.#connections.waitOf(connectionId) > 0) continue;
      const { all, firsts: firstsThere } = busy.get(connectionId) ?? { all: 0, firsts: 0 };
      // Nobody knows whether there is a way: one tries for all.
      if (all > 0 && this.#connections.isDoubtful(connectionId)) continue;
      if (run.isFirst !== false) {
        if (firsts >= firstAtOnce) continue;
        // The first answer tells what may be done with the others.
        const habits = this.#options.connectionById(connectionId)?.keepsClientIds;
        if (firstsThere > 0 && habits === 'unknown') continue;
      }
      const sequence = item.wish?.sequence ?? 0;
      if (!best || all < best.busy || (all === best.busy && sequence < best.sequence)) {
        best = { item, busy: all, sequence };
      }
    }
    return best?.item;
  }

  #leave(item: Item): void {
    const { wish } = item;
    if (!wish) return;
    const key = itemKey(item);
    const underWay: UnderWay = {
      controller: new AbortController(),
      wish,
      isFirst: this.#run(key).isFirst !== false,
      isCancelled: false,
    };
    this.#underWay.set(key, underWay);
    this.#slots += 1;
    let isFree = false;
    const free = (): void => {
      if (isFree) return;
      isFree = true;
      this.#slots -= 1;
    };
    this.#changed(item.themeId);
    this.#attempt(item, underWay, () => {
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
        this.#changed(item.themeId);
        this.#pump();
        if (this.#underWay.size === 0) for (const done of this.#waiters.splice(0)) done();
      })
      .catch((error: unknown) => {
        this.#options.log.error('outbox.notTold', { error: String(error) });
      });
  }

  async #attempt(item: Item, underWay: UnderWay, free: () => void): Promise<void> {
    const key = itemKey(item);
    const { themeId, connectionId } = item;
    const { wish } = underWay;
    const run = this.#run(key);
    const connection = this.connection(connectionId);
    let document: ThemeDocument;
    let request: ServiceRequest;
    let target: Target;
    try {
      // Another computer may have published it meanwhile: the file in the library tells.
      document = await this.#options.library.current(themeId);
      target = this.target(document, connection);
      run.isFirst = target.isFirst;
      underWay.isFirst = target.isFirst;
      const { name, theme } = wish;
      request = saveThemeTemplateRequest(connection, {
        templateId: target.templateId,
        name,
        theme,
      });
    } catch (error) {
      await this.#inTheWay(key, error);
      return;
    }
    if (underWay.isCancelled) return;
    const before = this.#items.get(key) ?? item;
    if (target.isFirst) {
      const doubt: Doubt = {
        key: publicationKey(connection),
        templateId: target.templateId,
        isFirst: true,
        name: wish.name,
        theme: wish.theme,
        at: this.#clock.date().toISOString(),
      };
      const leaving = this.#withWish(before, wish, (now) => ({ ...now, mayDouble: false }));
      try {
        await this.#stored.put({ ...leaving, doubt });
      } catch (error) {
        this.#options.log.error('outbox.intentNotStored', { error: String(error) });
        this.#later(key, { code: 'intentNotStored' });
        return;
      }
      const now = this.#items.get(key) ?? emptyItem(item);
      if (underWay.controller.signal.aborted) {
        // Taken out while it was written down: nothing has left.
        await this.#keep(key, { ...now, doubt: this.#items.has(key) ? before.doubt : null });
        return;
      }
      this.#items.set(key, {
        ...this.#withWish(now, wish, (same) => ({ ...same, mayDouble: false })),
        doubt,
      });
    }
    /** It is known that the service made nothing of it. */
    const takeBack = async (change: (wish: Wish) => Wish = (same) => same): Promise<void> => {
      const now = this.#items.get(key);
      // Taken out meanwhile: it must not come back.
      if (!now) return this.#keep(key, emptyItem(item));
      const restored = this.#withWish(now, wish, (same) =>
        change({ ...same, mayDouble: wish.mayDouble }),
      );
      await this.#keep(key, { ...restored, doubt: target.isFirst ? before.doubt : now.doubt });
    };
    let sent: SentTheme;
    try {
      sent = await this.#options.send(connection, request, {
        kind: 'saveThemeTemplate',
        subject: wish.name,
        themeId,
        once: target.isFirst,
        signal: underWay.controller.signal,
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      await takeBack();
      await this.#inTheWay(key, error);
      return;
    } finally {
      free();
    }
    await this.#ended({ key, connection, request, target, underWay, sent, takeBack });
  }

  async #ended(end: {
    readonly key: string;
    readonly connection: PlaceOfConnection;
    readonly request: ServiceRequest;
    readonly target: Target;
    readonly underWay: UnderWay;
    readonly sent: SentTheme;
    readonly takeBack: (change?: (wish: Wish) => Wish) => Promise<void>;
  }): Promise<void> {
    const { key, connection, request, target, sent, takeBack } = end;
    const run = this.#run(key);
    const isRepeatable = !target.isFirst || connection.keepsClientIds === 'yes';
    const answer = readTemplateAnswer(request, target.templateId, sent.body);
    const verdict = verdictOf(sent.outcome, {
      isRepeatable,
      hasId: isRepeatable || answer.templateId !== undefined,
    });
    // An answer without an id that can be used does not say that the theme was saved.
    const outcome: Outcome =
      sent.outcome.kind === 'accepted' && verdict.kind === 'unsure'
        ? { kind: 'acceptedUnreadable', status: 200 }
        : sent.outcome;
    run.outcome = outcome;
    const result: PublishResult = {
      activityId: sent.activityId,
      outcome,
      hasOwnId: false,
      rewrites: [],
      canTakeAnswer: false,
    };
    if (outcome.kind !== 'notSent' && outcome.kind !== 'unsure') {
      this.#connections.answered(connection.id);
    }
    switch (verdict.kind) {
      case 'arrived':
        await this.#arrived(end, answer, result);
        return;
      case 'refused':
        await takeBack((wish) => ({ ...wish, isRefused: true }));
        break;
      case 'tokenRefused':
        await this.#connections.hold(connection.id, 'tokenRefused');
        await takeBack();
        this.#tellAll(connection.id);
        break;
      case 'later':
        if (verdict.scope === 'theme') this.#later(key, undefined);
        else {
          const isBusy = outcome.kind === 'rejected';
          await this.#connections.wait(connection.id, verdict.seconds, isBusy);
        }
        if (madeNothing(outcome)) await takeBack();
        break;
      case 'unsure':
        break;
      case 'cancelled':
        if (verdict.mayHaveArrived) await this.#mayHaveArrived(end);
        else await takeBack();
        break;
    }
    this.#answered(key, result);
  }

  /** A save that would replace was stopped by a person under way: nobody knows which is there. */
  async #mayHaveArrived(end: {
    readonly key: string;
    readonly connection: PlaceOfConnection;
    readonly target: Target;
    readonly underWay: UnderWay;
  }): Promise<void> {
    const { key, connection, target, underWay } = end;
    const item = this.#items.get(key);
    if (target.isFirst || !this.#options.connectionById(connection.id)) return;
    const { name, theme } = underWay.wish;
    await this.#keep(key, {
      ...(item ?? emptyItem(placeOfKey(key))),
      doubt: {
        key: publicationKey(connection),
        templateId: target.templateId,
        isFirst: false,
        name,
        theme,
        at: this.#clock.date().toISOString(),
      },
    });
  }

  async #arrived(
    end: {
      readonly key: string;
      readonly connection: PlaceOfConnection;
      readonly target: Target;
      readonly underWay: UnderWay;
    },
    answer: ReturnType<typeof readTemplateAnswer>,
    result: PublishResult,
  ): Promise<void> {
    const { key, connection, target, underWay } = end;
    const { themeId } = placeOfKey(key);
    const { name, theme, sequence } = underWay.wish;
    const templateId = answer.templateId ?? target.templateId;
    const hasOwnId = templateId !== target.templateId;
    const publication: Publication = {
      templateId,
      at: this.#clock.date().toISOString(),
      sent: { name, theme },
      ...keptAnswer(answer.template),
    };
    if (answer.rewrites.some(({ path }) => path === 'id')) {
      this.#options.log.warn('outbox.unsafeId', { connectionId: connection.id });
    }
    if (hasOwnId) await this.#learn(connection.id, 'no');
    else if (target.isFirst && answer.templateId !== undefined) {
      await this.#learn(connection.id, 'yes');
    }
    const place = publicationKey(connection);
    try {
      await this.#options.library.setPublication(themeId, place, publication);
    } catch (error) {
      // The id is known all the same, and the next try replaces what is there.
      const item = this.#items.get(key) ?? emptyItem(placeOfKey(key));
      await this.#keep(key, { ...item, doubt: null, known: { key: place, templateId } });
      this.#run(key).isFirst = false;
      this.#later(key, problemOf(error) ?? { code: 'internal', id: String(error).slice(0, 200) });
      return;
    }
    const run = this.#run(key);
    run.isFirst = false;
    run.failures = 0;
    run.outcome = undefined;
    const item = this.#items.get(key);
    if (item) {
      const isNewest = item.wish?.sequence === sequence;
      if (isNewest || !item.wish) this.#progress.done += Number(isNewest);
      const wish = isNewest ? null : item.wish;
      await this.#keep(key, { ...item, wish, doubt: null, known: null });
    }
    this.#answered(key, {
      ...result,
      templateId,
      hasOwnId,
      rewrites: answer.rewrites,
      canTakeAnswer: editsToAnswer(publication).length > 0 || nameInAnswer(publication) !== null,
    });
  }

  /** Something here is in the way: nothing was sent. */
  async #inTheWay(key: string, error: unknown): Promise<void> {
    const item = this.#items.get(key);
    const problem = problemOf(error);
    if (!problem) throw error;
    const run = this.#run(key);
    const { code } = problem;
    if (code === 'notFound' && problem.what === 'theme') {
      run.isMissing = true;
    } else if (code === 'tokenMissing' && item) {
      await this.#connections.hold(item.connectionId, 'tokenMissing');
      this.#tellAll(item.connectionId);
    } else if (code === 'bodyTooLarge' || code === 'invalidFields') {
      run.problem = problem;
      run.outcome = undefined;
      if (item?.wish) await this.#keep(key, { ...item, wish: { ...item.wish, isRefused: true } });
    } else {
      this.#later(key, problem);
    }
  }

  /** Tries this one again by itself. */
  #later(key: string, problem: Problem | undefined): void {
    const run = this.#run(key);
    run.failures += 1;
    run.problem = problem;
    run.dueAt = this.#clock.now() + backoffMs(run.failures, this.#random);
  }

  /** The item with its wish changed, if it is still that wish. */
  #withWish(item: Item, wish: Wish, change: (wish: Wish) => Wish): Item {
    if (item.wish?.sequence !== wish.sequence) return item;
    return { ...item, wish: change(item.wish) };
  }

  /**
   * Keeps an item, or forgets it when nothing is unsettled. What the disk did not take is only logged:
   * it holds an older one, by which more is unknown or is sent once more than need be.
   */
  async #keep(key: string, item: Item): Promise<void> {
    const isSettled = !item.wish && !item.doubt && !item.known;
    if (isSettled) this.#items.delete(key);
    else this.#items.set(key, item);
    try {
      await (isSettled ? this.#stored.remove(item) : this.#stored.put(item));
    } catch (error) {
      this.#options.log.error('outbox.notWritten', { error: String(error) });
    }
  }

  async #learn(connectionId: string, keeps: 'yes' | 'no'): Promise<void> {
    try {
      await this.#options.learnIds(connectionId, keeps);
    } catch (error) {
      this.#options.log.warn('outbox.idsNotLearned', { error: String(error) });
    }
  }

  #answered(key: string, result: PublishResult): void {
    const answered = { ...placeOfKey(key), result };
    this.#answers.set(key, answered);
    if (this.#answers.size > mostAnswers) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    this.#tellAnswer(answered);
  }

  #tellAnswer(answered: PublishAnswered): void {
    this.#options.onAnswer?.(answered);
  }

  #changed(themeId: string): void {
    this.#options.library.deliveryChanged(themeId);
    this.#tellSoon();
  }

  #changedAll(): void {
    for (const id of new Set([...this.#items.values()].map(({ themeId }) => themeId))) {
      this.#options.library.deliveryChanged(id);
    }
    this.#tellSoon();
  }

  #tellAll(connectionId: string): void {
    for (const item of this.#items.values()) {
      if (item.connectionId === connectionId) this.#options.library.deliveryChanged(item.themeId);
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

/** Whether the service certainly did nothing. What failed or was cut off may have acted before. */
function madeNothing({ kind }: Outcome): boolean {
  return (
    kind === 'rejected' || kind === 'redirected' || kind === 'proxyRefused' || kind === 'notSent'
  );
}

/** For the studio; older ones are in Activity. */
const mostAnswers = 200;
/** A larger answer is not kept in the theme's file, which would grow with every connection. */
const largestKeptAnswer = 256 * 1024;

function keptAnswer(template: Record<string, unknown> | undefined): Pick<Publication, 'answer'> {
  if (template === undefined) return {};
  if (JSON.stringify(template).length <= largestKeptAnswer) return { answer: template };
  const { theme: _large, ...facts } = template;
  return JSON.stringify(facts).length <= largestKeptAnswer ? { answer: facts } : {};
}

function emptyItem({ themeId, connectionId }: PublishPlace): Item {
  return { format: itemFormat, themeId, connectionId, wish: null, doubt: null, known: null };
}

function placeOfKey(key: string): PublishPlace {
  const [themeId, connectionId] = JSON.parse(key) as [string, string];
  return { themeId, connectionId };
}

function isSame(one: Content, other: Content): boolean {
  return one.name === other.name && JSON.stringify(one.theme) === JSON.stringify(other.theme);
}

function problemOf(error: unknown): Problem | undefined {
  return error instanceof ProblemError ? error.problem : problemOfStorage(error);
}

/** What the theme's own file knows of the place. */
export function publicationIn(
  document: ThemeDocument,
  connection: OutboxConnection,
): Publication | undefined {
  const key = publicationKey(connection);
  return Object.hasOwn(document.publications, key) ? document.publications[key] : undefined;
}
