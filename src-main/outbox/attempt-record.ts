/** What the disk holds of one try to save a theme: before it leaves, that it may have arrived. */
import type { Publication } from '@shared/theme/theme';
import { newId } from '../storage/storage';
import type { OutboxClock } from './clock';
import type { DurableChanges } from './durable-changes';
import {
  isSame,
  itemKey,
  type Item,
  type ItemId,
  type PublishRequest,
  type UnconfirmedSave,
} from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection } from './outbox-types';
import type { QueueProgress } from './queue-progress';
import type { RuntimeState, RuntimeStates } from './runtime-state';
import type { UnderWay } from './under-way';
import { withoutAssignedId, withUnnoted, type SaveTarget } from './save-target';

/** What the record of a try works with. */
export interface RecordParts<C extends OutboxConnection> {
  readonly clock: OutboxClock;
  readonly store: OutboxStore;
  readonly changes: DurableChanges<C>;
  readonly progress: QueueProgress;
  readonly runtime: RuntimeStates;
}

/** Changes of the item are functions of what it is at that moment: much happens while a try goes on. */
export class AttemptRecord<C extends OutboxConnection> {
  readonly #id: ItemId;
  readonly #underWay: Pick<UnderWay, 'request' | 'isCancelled'>;
  readonly #parts: RecordParts<C>;
  /** By what its publication can be told from any other. */
  readonly attempt = newId();
  /** What was written down before it left; `null` for a save whose repetition does no harm. */
  #written: UnconfirmedSave | null = null;
  #before: UnconfirmedSave | null = null;

  constructor(
    id: ItemId,
    underWay: Pick<UnderWay, 'request' | 'isCancelled'>,
    parts: RecordParts<C>,
  ) {
    this.#id = id;
    this.#underWay = underWay;
    this.#parts = parts;
  }

  get #request(): PublishRequest {
    return this.#underWay.request;
  }

  get #runtime(): RuntimeState {
    return this.#parts.runtime.of(itemKey(this.#id));
  }

  #isOwn({ sequence }: PublishRequest): boolean {
    return sequence === this.#request.sequence;
  }

  /** How many saves before this one may have arrived. */
  get earlierTries(): number {
    return this.#before?.tries ?? 0;
  }

  /** It leaves without being written down: a repetition of it does no harm. */
  skipIntent(): void {
    this.#before = this.#parts.store.get(this.#id)?.unconfirmed ?? null;
  }

  /** Writes down that it may have arrived. @throws when the disk refused it */
  writeIntent(target: SaveTarget): Promise<void> {
    return this.#parts.store.change(this.#id, (now) => {
      this.#before = now.unconfirmed;
      this.#written = this.#unconfirmed(target, this.earlierTries + 1);
      // A person's word was about the doubt of before and for one try: also a request that came
      // meanwhile is asked about what comes of this one.
      const request = now.request && { ...now.request, duplicateAllowed: false };
      return { ...now, request, unconfirmed: this.#written };
    });
  }

  /** It is known that nothing came of it: the item is what it was before, with the request changed. */
  takeBack(change: (request: PublishRequest) => PublishRequest = (same) => same): Promise<void> {
    this.#changeFallback(change);
    return this.#parts.changes.keep(this.#id, (now) => {
      const changed = this.#withRequest(now, change);
      if (!this.#written || now.unconfirmed !== this.#written) return changed;
      // The doubt of before is there again, and with it the word that was given about it: also for a
      // request that came meanwhile.
      const { request } = changed;
      const duplicateAllowed = this.#request.duplicateAllowed && !this.#underWay.isCancelled;
      return {
        ...changed,
        request: request && { ...request, duplicateAllowed },
        unconfirmed: this.#before,
      };
    });
  }

  /** It can't be sent as it is: a person has to change something. */
  refuse(): Promise<void> {
    const refused = (request: PublishRequest): PublishRequest => ({ ...request, isRefused: true });
    this.#changeFallback(refused);
    return this.#parts.changes.keep(this.#id, (now) => this.#withRequest(now, refused));
  }

  /** A person stopped it under way: nobody knows which version is there. */
  leaveUnconfirmed(target: SaveTarget): Promise<void> {
    return this.#parts.changes.keep(this.#id, (now) => {
      const { unconfirmed: before } = now;
      if (before !== null && before === this.#written) return now;
      // It left without being written down: this version may be there, after those of before.
      const isFirst = target.isFirst || before?.isFirst === true;
      return {
        ...now,
        unconfirmed: this.#unconfirmed({ ...target, isFirst }, (before?.tries ?? 0) + 1),
      };
    });
  }

  /** It has arrived, and the theme's own file could not be given it. */
  keepUnnoted(publication: Publication, target: SaveTarget): Promise<void> {
    return this.#arrived((now) => withUnnoted(now, publication, target));
  }

  /** It has arrived, and the theme's own file says so. */
  settle(): Promise<void> {
    return this.#arrived(withoutAssignedId);
  }

  #arrived(how: (item: Item) => Item): Promise<void> {
    const { changes, progress } = this.#parts;
    // The newest request has arrived, or the same was requested once more meanwhile.
    const hasArrived = (request: PublishRequest | null): boolean =>
      request !== null && (this.#isOwn(request) || isSame(request, this.#request));
    if (hasArrived(this.#runtime.fallback)) this.#runtime.fallback = null;
    return changes.keep(this.#id, ({ request, ...now }) => {
      const isDone = hasArrived(request);
      if (isDone) progress.arrived(itemKey(this.#id));
      return how({ ...now, request: isDone ? null : request, unconfirmed: null });
    });
  }

  #unconfirmed({ templateId, isFirst, filedAt }: SaveTarget, tries: number): UnconfirmedSave {
    const { name, theme } = this.#request;
    const at = this.#parts.clock.date().toISOString();
    return { templateId, isFirst, tries, name, theme, at, attempt: this.attempt, filedAt };
  }

  /** The item with its request changed, if it is still the request that is under way. */
  #withRequest(item: Item, change: (request: PublishRequest) => PublishRequest): Item {
    if (item.request === null || !this.#isOwn(item.request)) return item;
    return { ...item, request: change(item.request) };
  }

  /** It may be there again, when the disk refuses a newer one. */
  #changeFallback(change: (request: PublishRequest) => PublishRequest): void {
    const { fallback } = this.#runtime;
    if (fallback && this.#isOwn(fallback)) this.#runtime.fallback = change(fallback);
  }
}
