/** What the disk holds of one try to save a theme: before it leaves, that it may have arrived. */
import type { Publication } from '@shared/theme/theme';
import { newId } from '../storage/storage';
import type { OutboxClock } from './clock';
import type { ConnectionLookup } from './connection-lookup';
import type { DurableChanges } from './durable-changes';
import {
  isSame,
  itemKey,
  libraryOf,
  type Item,
  type ItemId,
  type PublishRequest,
  type UnconfirmedSave,
} from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection } from './outbox-types';
import type { QueueProgress } from './queue-progress';
import type { RuntimeStates } from './runtime-state';
import type { UnderWay } from './under-way';
import { withoutAssignedId, withUnnoted, type SaveTarget } from './save-target';

/** What the record of a try works with. */
export interface RecordParts<C extends OutboxConnection> {
  readonly clock: OutboxClock;
  readonly connections: ConnectionLookup<C>;
  readonly store: OutboxStore;
  readonly changes: DurableChanges<C>;
  readonly progress: QueueProgress;
  readonly runtime: RuntimeStates;
}

/** Changes of the item are functions of what it is at that moment: much happens while a try goes on. */
export class AttemptRecord<C extends OutboxConnection> {
  readonly #id: ItemId;
  readonly #underWay: Pick<UnderWay, 'request' | 'preset' | 'isCancelled' | 'before'>;
  readonly #parts: RecordParts<C>;
  /** By what its publication can be told from any other. */
  readonly attempt = newId();
  /** What was written down before it left. */
  #written: UnconfirmedSave | null = null;

  constructor(
    id: ItemId,
    underWay: Pick<UnderWay, 'request' | 'preset' | 'isCancelled' | 'before'>,
    parts: RecordParts<C>,
  ) {
    this.#id = id;
    this.#underWay = underWay;
    this.#parts = parts;
  }

  get #request(): PublishRequest {
    return this.#underWay.request;
  }

  #isOwn({ sequence }: PublishRequest): boolean {
    return sequence === this.#request.sequence;
  }

  /** How many saves before this one may have arrived. */
  get earlierTries(): number {
    return this.#underWay.before?.tries ?? 0;
  }

  /** Writes down that it may have arrived. @throws when the disk refused it */
  writeIntent(target: SaveTarget): Promise<void> {
    return this.#parts.changes.changeRequest(this.#id, withoutWord, (now) => {
      this.#underWay.before = now.unconfirmed;
      this.#written = this.#unconfirmed(target, now.unconfirmed);
      return { ...now, unconfirmed: this.#written };
    });
  }

  /** It is known that nothing came of it: the item is what it was before. */
  takeBack(): Promise<void> {
    const isThere = this.#isThere();
    const duplicateAllowed = this.#request.duplicateAllowed && !this.#underWay.isCancelled;
    // The doubt of before is there again, and with it the word that was given about it: also for a
    // request that came meanwhile.
    return this.#back((request) => (isThere ? { ...request, duplicateAllowed } : request));
  }

  /** It can't be sent as it is: a person has to change something. What was said of a doubt before was for this try. */
  refuse(): Promise<void> {
    return this.#back((request) =>
      this.#isOwn(request) ? { ...request, isRefused: true, duplicateAllowed: false } : request,
    );
  }

  #back(change: (request: PublishRequest) => PublishRequest): Promise<void> {
    const { changes } = this.#parts;
    const isThere = this.#isThere();
    return changes.kept(
      changes.changeRequest(this.#id, change, (now) =>
        isThere ? { ...now, unconfirmed: this.#underWay.before } : now,
      ),
    );
  }

  /** Whether what it wrote down is what is in doubt. */
  #isThere(): boolean {
    const { store } = this.#parts;
    return this.#written !== null && store.get(this.#id)?.unconfirmed === this.#written;
  }

  /** It may have arrived: nobody knows which version is there. */
  async leaveUnconfirmed(target: SaveTarget, isAnswered: boolean): Promise<void> {
    const { changes, store } = this.#parts;
    const before = store.get(this.#id)?.unconfirmed ?? null;
    const isWritten = before !== null && before === this.#written;
    if (isWritten && (!isAnswered || before.isAnswered)) return;
    // Where it left without being written down, this version may be there, after those of before.
    const isFirst = target.isFirst || before?.isFirst === true;
    const left = isWritten ? before : this.#unconfirmed({ ...target, isFirst }, before);
    const unconfirmed = isAnswered ? { ...left, isAnswered } : left;
    await changes.kept(
      changes.changeRequest(this.#id, withoutWord, (now) => ({ ...now, unconfirmed })),
    );
  }

  /** It has arrived, and the theme's own file could not be given it. */
  keepUnnoted(publication: Publication, target: SaveTarget): Promise<void> {
    const { libraryId } = this.#request;
    return this.#arrived((now) => ({
      ...withUnnoted(now, publication, target),
      unnotedLibraryId: libraryId,
    }));
  }

  /** It has arrived, and the theme's own file says so. */
  settle(): Promise<void> {
    return this.#arrived(withoutAssignedId);
  }

  #arrived(how: (item: Item) => Item): Promise<void> {
    const { changes, connections, progress, store } = this.#parts;
    const { preset } = this.#underWay;
    // In another dialect a service may keep more of the same.
    const isInDialect = ({ connectionId }: PublishRequest): boolean =>
      (connections.find(connectionId)?.preset ?? preset) === preset;
    // The newest request has arrived, or the same was requested once more meanwhile.
    const hasArrived = (request: PublishRequest): boolean =>
      this.#isOwn(request) || (isSame(request, this.#request) && isInDialect(request));
    const request = store.get(this.#id)?.request;
    if (request && hasArrived(request)) progress.arrived(itemKey(this.#id));
    return changes.kept(
      changes.changeRequest(
        this.#id,
        (each) => (hasArrived(each) ? null : each),
        (now) => how({ ...now, unconfirmed: null }),
      ),
    );
  }

  #unconfirmed(
    { templateId, isFirst, filedAt }: SaveTarget,
    before: UnconfirmedSave | null,
  ): UnconfirmedSave {
    const { name, theme, connectionId } = this.#request;
    const at = this.#parts.clock.date().toISOString();
    const sent = { name, theme, at, attempt: this.attempt, connectionId };
    const row = {
      tries: (before?.tries ?? 0) + 1,
      ...(before?.isAnswered && { isAnswered: true }),
    };
    return { templateId, isFirst, ...row, ...sent, filedAt, ...libraryOf(this.#request) };
  }
}

/**
 * A person's word was about the doubt of before and for one try: also a request that came meanwhile is
 * asked about what comes of this one.
 */
function withoutWord(request: PublishRequest): PublishRequest {
  return request.duplicateAllowed ? { ...request, duplicateAllowed: false } : request;
}
