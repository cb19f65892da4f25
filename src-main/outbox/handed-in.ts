/** What a person asked to publish and is not written down yet: its theme is still to be read. */
import type { PublishTarget } from '@shared/publishing';
import type { ConnectionLookup } from './connection-lookup';
import { itemKey, type Content, type ItemId, type OfLibrary } from './outbox-item';
import type { OutboxConnection, OutboxLibrary } from './outbox-types';

/** How a person asked for it. */
export interface AskedHow {
  /** They named this one and saw what is known of it. */
  readonly isNamed: boolean;
  /** Throws once another library, such as a copy, has taken the place of the one that they published from. */
  readonly assertSame: () => void;
  /** By which a later run knows that one. */
  readonly libraryId: string | undefined;
  /** By theme, of those that were open: as they were when it was asked for, while the outbox was still being read. */
  readonly shown?: ReadonlyMap<string, ReturnType<OutboxLibrary['asAsked']>>;
}

/** One that was handed in. */
export interface HandedIn {
  readonly target: PublishTarget;
  /** Where its connection led then; `undefined`: there was none. */
  readonly id: ItemId | undefined;
  /** What it looked like then; `undefined` until it is opened: what is typed after that is not meant. */
  content: Content | Promise<Content> | undefined;
  readonly sequence: number;
  /** All that were asked for at once and go to the same place: this one, and through other connections. */
  readonly together: readonly HandedIn[];
  readonly how: AskedHow;
  /** A person took it out since. */
  isCancelled: boolean;
}

/** All that were handed in and have not ended. */
export class HandedInRequests<C extends OutboxConnection> {
  readonly #all = new Set<HandedIn>();
  readonly #connections: ConnectionLookup<C>;

  constructor(connections: ConnectionLookup<C>) {
    this.#connections = connections;
  }

  add(one: HandedIn): void {
    this.#all.add(one);
  }

  /** It is written down, or is not to be. */
  delete(one: HandedIn): void {
    this.#all.delete(one);
  }

  /** Not by its place: another connection that leads there may have been asked, too. */
  as({ themeId, connectionId }: PublishTarget): HandedIn[] {
    return [...this.#all].filter(
      ({ target }) => target.themeId === themeId && target.connectionId === connectionId,
    );
  }

  /** Those that go there, and what was asked for together with them through other connections that lead there. */
  togetherWith(target: PublishTarget, place: string): HandedIn[] {
    const there = this.as(target).filter(({ id }) => id?.place === place);
    return there.flatMap(({ together }) => together);
  }

  /** The themes that are to be published through it alone. */
  through(connectionId: string): string[] {
    const isMeant = ({ target, isCancelled }: HandedIn): boolean =>
      !isCancelled && target.connectionId === connectionId;
    const isThroughAnother = ({ target, isCancelled }: HandedIn): boolean =>
      !isCancelled && target.connectionId !== connectionId;
    return [...this.#all].flatMap((one) =>
      isMeant(one) && !one.together.some(isThroughAnother) ? [one.target.themeId] : [],
    );
  }

  /** Whether a theme is to be published there, through any connection. */
  has({ themeId, place }: ItemId): boolean {
    return [...this.#all].some(
      ({ id, isCancelled }) => !isCancelled && id?.themeId === themeId && id.place === place,
    );
  }

  /** Takes out what was asked for there before a person's word, by its number, as far as that is meant. */
  takeOut(id: ItemId, word: number, isMeant: (asked: OfLibrary) => boolean): void {
    const key = itemKey(id);
    for (const one of this.#all) {
      const there = one.id ?? this.#connections.idOf(one.target);
      if (!there || itemKey(there) !== key || one.sequence >= word) continue;
      if (isMeant({ assertAsked: one.how.assertSame })) one.isCancelled = true;
    }
  }

  /** Takes out what was asked for earlier to go elsewhere through one of those, as far as that is meant. */
  takeOutElsewhere(
    { themeId, place }: ItemId,
    { sequence, ways }: { sequence: number; ways: readonly string[] },
    isMeant: (asked: OfLibrary) => boolean,
  ): void {
    for (const one of this.#all) {
      const { target, id, how } = one;
      if (target.themeId !== themeId || id?.place === place || one.sequence >= sequence) continue;
      if (!ways.includes(target.connectionId)) continue;
      if (isMeant({ assertAsked: how.assertSame })) one.isCancelled = true;
    }
  }

  takeAllOut(): void {
    for (const one of this.#all) one.isCancelled = true;
  }
}
