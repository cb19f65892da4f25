/** What is shown of the outbox: the state of each delivery, and the snapshot for the windows. Changes nothing. */
import type { Problem } from '@shared/problem';
import type { OutboxItem, OutboxReason, OutboxSnapshot, PublishTarget } from '@shared/publishing';
import type { Delivery } from '@shared/theme/status';
import { publicationKey, type Publication } from '@shared/theme/theme';
import type { OutboxClock } from './clock';
import type { ConnectionLookup } from './connection-lookup';
import type { ConnectionStates } from './connection-states';
import { isOfAnotherLibrary } from './known-here';
import { deliveryOf, reasonOf, urgency, type ItemFacts } from './item-status';
import { itemKey, type Item } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection } from './outbox-types';
import type { QueueProgress } from './queue-progress';
import type { RuntimeStates } from './runtime-state';
import type { UnderWay } from './under-way';
import type { UnreadableItems } from './unreadable-items';

/** What the view looks at. */
export interface ViewParts<C extends OutboxConnection> {
  readonly clock: OutboxClock;
  readonly connections: ConnectionLookup<C>;
  readonly store: OutboxStore;
  readonly states: ConnectionStates;
  readonly runtime: RuntimeStates;
  readonly unreadable: UnreadableItems<C>;
  readonly progress: QueueProgress;
  /** By `itemKey`. */
  readonly underWay: ReadonlyMap<string, Pick<UnderWay, 'isItsTurn' | 'isHeld' | 'request'>>;
}

/** An entry of the window's, with the item that it shows; `undefined` of one that can't be read. */
interface Shown {
  readonly entry: OutboxItem;
  readonly item: Item | undefined;
}

function entryKey({ themeId, connectionId }: PublishTarget): string {
  return JSON.stringify([themeId, connectionId]);
}

/** Whether it is about the entry's own connection, and not about where that leads. */
function isOfConnection(why: OutboxReason): boolean {
  return why === 'tokenRefused' || why === 'tokenMissing' || why === 'elsewhere';
}

const sequenceOf = ({ item }: Shown): number => item?.request?.sequence ?? 0;

/** Looks at the parts as they are at that moment. */
export class OutboxView<C extends OutboxConnection> {
  readonly #parts: ViewParts<C>;

  constructor(parts: ViewParts<C>) {
    this.#parts = parts;
  }

  /** Why an item is in the outbox; `undefined` when a person need not know of it. */
  reasonOf(item: Item): OutboxReason | undefined {
    return reasonOf(this.#facts(item));
  }

  /** The state of a theme's delivery to a connection. */
  deliveryOf(themeId: string, connectionId: string): Delivery {
    const { connections, runtime, store } = this.#parts;
    // A copy of a library has the same themes, and not what waits.
    const items = store.ofTheme(themeId).filter((item) => !isOfAnotherLibrary(item, runtime));
    if (items.length === 0 && !store.hasUnreadable) return 'idle';
    const connection = connections.find(connectionId);
    if (!connection) return 'idle';
    const place = publicationKey(connection);
    if (store.unreadable({ themeId, place })) return deliveryOf('unreadable');
    const here = items.find((item) => item.place === place);
    const reason = here && this.reasonOf(here);
    if (here?.unconfirmed && reason !== undefined) {
      // What waits for another connection alone goes no further: the doubt is what is left here.
      if (isOfConnection(reason) && here.request?.connectionId !== connectionId) return 'unknown';
    }
    if (reason !== undefined) return deliveryOf(reason);
    const elsewhere = items.find(({ request }) => request?.connectionId === connectionId);
    return deliveryOf(elsewhere && this.reasonOf(elsewhere));
  }

  /** Whether the theme has anything here, be it readable or not. */
  isUnsettled(themeId: string): boolean {
    const { connections, store } = this.#parts;
    if (store.problem || store.ofTheme(themeId).length > 0) return true;
    const all = connections.all() ?? [];
    return all.some((each) => store.unreadable({ themeId, place: publicationKey(each) }));
  }

  /** What is going on with each theme that has anything here. */
  #deliveries(): OutboxSnapshot['deliveries'] {
    const { connections, store, unreadable } = this.#parts;
    const readable = store.values().map(({ themeId }) => themeId);
    const targets = [...new Set([...readable, ...unreadable.themeIds()])].flatMap((themeId) =>
      (connections.all() ?? []).map(({ id: connectionId }) => ({ themeId, connectionId })),
    );
    return targets.flatMap((target) => {
      const delivery = this.deliveryOf(target.themeId, target.connectionId);
      return delivery === 'idle' ? [] : [{ ...target, delivery }];
    });
  }

  snapshot(revision: number): OutboxSnapshot {
    const { store, states, unreadable, progress } = this.#parts;
    const problem = this.#problem();
    const unread = unreadable.entries();
    const items = [...this.#shown(store.values(), unread).values()]
      .sort((one, other) => sequenceOf(one) - sequenceOf(other))
      .map(({ entry }) => entry);
    const ofTokens = items.filter(({ why }) => why === 'tokenRefused' || why === 'tokenMissing');
    const holds = [...new Set(ofTokens.map(({ connectionId }) => connectionId))].flatMap((id) => {
      const why = states.blockOf(id);
      return why === undefined ? [] : [{ connectionId: id, why }];
    });
    return {
      revision,
      isPaused: states.isPaused,
      items,
      deliveries: this.#deliveries(),
      holds,
      ...(problem && { problem }),
      progress: progress.counts,
    };
  }

  /** Why it isn't known what waits: of what waits for connections that can't be read, none is shown. */
  #problem(): Problem | undefined {
    const { connections, store } = this.#parts;
    const isAny = store.hasUnreadable || store.values().length > 0;
    return store.problem ?? (isAny ? connections.problem : undefined);
  }

  /** The item that is shown as the entry of a theme and a connection. */
  itemShown(target: PublishTarget): Item | undefined {
    const { store, unreadable } = this.#parts;
    const unread = unreadable.entries().filter(({ themeId }) => themeId === target.themeId);
    return this.#shown(store.ofTheme(target.themeId), unread).get(entryKey(target))?.item;
  }

  /** One entry for the window of a theme and a connection, by `entryKey`. */
  #shown(items: readonly Item[], unread: readonly OutboxItem[]): Map<string, Shown> {
    const shown = new Map<string, Shown>();
    const show = (one: Shown): void => {
      const key = entryKey(one.entry);
      const other = shown.get(key);
      if (!other || urgency(one.entry.why) > urgency(other.entry.why)) shown.set(key, one);
    };
    for (const item of items) {
      const entry = this.#entry(item);
      if (entry) show({ entry, item });
    }
    for (const entry of unread) show({ entry, item: undefined });
    return shown;
  }

  #facts(item: Item): ItemFacts {
    const { clock, connections, runtime, states, underWay } = this.#parts;
    const { request, unconfirmed, place } = item;
    const key = itemKey(item);
    const own = request && connections.find(request.connectionId);
    const here =
      connections.delivering(item) ?? (unconfirmed ? connections.ofDoubt(item) : undefined);
    return {
      item,
      runtime: runtime.of(key),
      isOfOtherLibrary: request !== null && runtime.isElsewhere(request),
      isSending: underWay.get(key)?.isItsTurn ?? false,
      isHeld: underWay.get(key)?.isHeld ?? false,
      keepsClientIds: here?.keepsClientIds,
      leads: !own ? 'nowhere' : publicationKey(own) === place ? 'here' : 'elsewhere',
      block: own ? states.blockOf(own.id) : undefined,
      isPaused: states.isPaused,
      waitMs: own ? states.waitOf(own.id) : 0,
      waitReason: own ? states.waitReason(own.id) : 'unreachable',
      waitProblem: own ? states.problemOf(own.id) : undefined,
      now: clock.now(),
    };
  }

  #entry(item: Item): OutboxItem | undefined {
    const { clock, connections } = this.#parts;
    const facts = this.#facts(item);
    const why = reasonOf(facts);
    const content = item.request ?? item.unconfirmed ?? contentOf(item.unnoted);
    if (!why || !content) return undefined;
    const { themeId, place, unconfirmed, request } = item;
    const connectionId =
      this.#wayOut(item, why) ?? request?.connectionId ?? connections.ofDoubt(item)?.id;
    if (connectionId === undefined) return undefined;
    // For a decision: what was sent, so that it is found under its name there.
    const { name, at } = why === 'decision' ? (unconfirmed ?? content) : content;
    const { runtime } = facts;
    const waitMs = Math.max(facts.waitMs, runtime.dueAt - facts.now, 0);
    // For a token only its own waits: any other is open to it.
    const there = isOfConnection(why) ? [] : connections.allAt(place).map(({ id }) => id);
    const twins = there.filter((id) => id !== connectionId);
    const isTimed = ['asked', 'answered', 'unreachable', 'retry', 'problem', 'unnoted'].includes(
      why,
    );
    // What an earlier try met is not why something waits for something else since, such as the end of a pause.
    // What was refused behind a doubt is told with that: it has no entry of its own.
    const isOwn =
      ['problem', 'refused', 'unnoted'].includes(why) ||
      (why === 'decision' && request?.isRefused === true);
    const own = isOwn ? runtime.problem : undefined;
    const problem = why === 'problem' ? (facts.waitProblem ?? own) : own;
    // Of where its connection led it says nothing about where that leads now.
    const outcome = why === 'elsewhere' ? undefined : runtime.outcome;
    return {
      themeId,
      connectionId,
      name,
      why,
      since: at,
      ...(request && { asked: request.sequence }),
      ...(isTimed ? { nextTryAt: new Date(clock.date().getTime() + waitMs).toISOString() } : {}),
      ...(outcome && { outcome }),
      ...(problem && { problem }),
      isFirst: unconfirmed?.isFirst ?? false,
      ...(this.#mayHaveArrived(item, why) && { mayHaveArrived: true }),
      ...(why === 'decision' && unconfirmed
        ? { templateId: unconfirmed.templateId, unsureTries: unconfirmed.tries }
        : {}),
      ...(why === 'elsewhere' ? { place: placeShown(place) } : {}),
      ...(twins.length > 0 && { twins }),
    };
  }

  /** Whether this or an earlier version may be where its connection leads. */
  #mayHaveArrived({ unconfirmed }: Item, why: OutboxReason): boolean {
    if (!unconfirmed || why === 'elsewhere') return false;
    // Of the one on its way that is known when it has ended: then only of those before it.
    return (why !== 'sending' && why !== 'held') || unconfirmed.tries > 1;
  }

  /** Through which connection it leaves: it may have been passed on to another one for the time after that. */
  #wayOut(item: Item, why: OutboxReason): string | undefined {
    if (why !== 'sending' && why !== 'held') return undefined;
    const { connections, underWay } = this.#parts;
    const through = underWay.get(itemKey(item))?.request.connectionId;
    return through === undefined ? undefined : connections.find(through)?.id;
  }
}

/** What has arrived, by its name and when it was accepted. */
function contentOf(unnoted: Publication | undefined): { name: string; at: string } | undefined {
  return unnoted && { name: unnoted.sent?.name ?? '', at: unnoted.at };
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
