/** Under which connections an item is shown, and why it is there by each of them. Changes nothing. */
import type { OutboxReason } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import type { OutboxClock } from './clock';
import type { ConnectionLookup } from './connection-lookup';
import type { ConnectionStates } from './connection-states';
import { reasonOf, type ItemFacts } from './item-status';
import { itemKey, type Item } from './outbox-item';
import type { OutboxConnection, OutboxLibrary } from './outbox-types';
import type { RuntimeStates } from './runtime-state';
import { overtakenTry, type UnderWay } from './under-way';
import { waysOf } from './ways';

/** What the standings are told by. */
export interface StandingParts<C extends OutboxConnection> {
  readonly clock: OutboxClock;
  readonly connections: ConnectionLookup<C>;
  readonly states: ConnectionStates;
  readonly runtime: RuntimeStates;
  readonly options: { readonly library: Pick<OutboxLibrary, 'lacks'> };
  /** By `itemKey`. */
  readonly underWay: ReadonlyMap<
    string,
    Pick<UnderWay, 'isItsTurn' | 'isHeld' | 'request' | 'before'>
  >;
}

/** An item, or a part of it, as one entry shows it. */
export interface Standing {
  readonly connectionId: string;
  readonly why: OutboxReason;
  /** Other connections to the same workspace, of which the same is said. */
  readonly twins: readonly string[];
  /** The item with what the entry shows of it. */
  readonly item: Item;
  /**
   * What a cancel takes out: all of it; what goes through that connection; the try on its way through it, but not what has
   * taken its place to go through another; all of that, but not the try; or nothing, where it is for a decision alone.
   */
  readonly part: 'all' | 'way' | 'tried' | 'newer' | 'doubt';
}

/** Whether it is about one connection, and not about where that leads. */
function isOfConnection(why: OutboxReason): boolean {
  return why === 'tokenRefused' || why === 'tokenMissing' || why === 'elsewhere';
}

/** Looks at the parts as they are at that moment. */
export class Standings<C extends OutboxConnection> {
  readonly #parts: StandingParts<C>;

  constructor(parts: StandingParts<C>) {
    this.#parts = parts;
  }

  /** Why it is in the outbox, by the connection that it leaves through next; `undefined` when a person need not know. */
  reasonOf(item: Item): OutboxReason | undefined {
    return reasonOf(this.factsOf(item));
  }

  /** One for each entry; of several that are of one connection, the first counts. */
  of(item: Item): Standing[] {
    const tried = overtakenTry(item, this.#parts.underWay.get(itemKey(item)));
    if (!tried || !this.#parts.connections.find(tried.request.connectionId)) {
      return this.#waiting(item);
    }
    const { request, isHeld, before } = tried;
    const { connectionId } = request;
    const onItsWay: Standing = {
      ...{ connectionId, why: isHeld ? 'held' : 'sending', part: 'tried' },
      ...{ twins: this.#others(item.place, [connectionId]), item: { ...item, request } },
    };
    // Whether a person has to decide about the one on its way is known when it has ended.
    const newer = this.#waiting({ ...item, unconfirmed: null }, false).map((each) => ({
      ...each,
      part: each.part === 'way' ? each.part : ('newer' as const),
      item: { ...item, unconfirmed: before },
    }));
    return [onItsWay, ...newer];
  }

  /** What is shown of it as that connection has it; `undefined` where nothing is said there. */
  at(item: Item, connectionId: string): Standing | undefined {
    const all = this.of(item);
    return (
      all.find((each) => each.connectionId === connectionId) ??
      all.find(({ twins }) => twins.includes(connectionId))
    );
  }

  /** By one of its connections, the one that it leaves through next where none is named. */
  factsOf(item: Item, way = item.request?.connectionId, isOnItsWay = true): ItemFacts {
    const { clock, connections, options, runtime, states, underWay } = this.#parts;
    const { request, unconfirmed, place, themeId } = item;
    const key = itemKey(item);
    const tried = isOnItsWay ? underWay.get(key) : undefined;
    const own = way === undefined ? undefined : connections.find(way);
    const leadsHere = own !== undefined && publicationKey(own) === place;
    const here = leadsHere ? own : unconfirmed ? connections.ofDoubt(item) : undefined;
    return {
      item,
      runtime: runtime.of(key),
      isGone: options.library.lacks(themeId),
      isOfOtherLibrary: request !== null && runtime.isElsewhere(request),
      isSending: tried?.isItsTurn ?? false,
      isHeld: tried?.isHeld ?? false,
      keepsClientIds: here?.keepsClientIds,
      leads: !own ? 'nowhere' : leadsHere ? 'here' : 'elsewhere',
      block: own ? states.blockOf(own.id) : undefined,
      isPaused: states.isPaused,
      waitMs: own ? states.waitOf(own.id) : 0,
      waitReason: own ? states.waitReason(own.id) : 'unreachable',
      waitProblem: own ? states.problemOf(own.id) : undefined,
      now: clock.now(),
    };
  }

  #waiting(item: Item, isOnItsWay = true): Standing[] {
    const { connections } = this.#parts;
    const { place, request } = item;
    const why = reasonOf(this.factsOf(item, undefined, isOnItsWay));
    if (why === undefined) return [];
    if (request && isOfConnection(why)) return this.#ofItsWays(item, request, isOnItsWay);
    const connectionId =
      this.#wayOut(item, why) ?? request?.connectionId ?? connections.ofDoubt(item)?.id;
    if (connectionId === undefined) return [];
    return [{ connectionId, why, twins: this.#others(place, [connectionId]), item, part: 'all' }];
  }

  /**
   * Each connection that it was asked for through has a token of its own, and leads somewhere: what is in its way is told
   * of each. What may have arrived is told of the others that lead there, too: there it goes no further.
   */
  #ofItsWays(item: Item, request: NonNullable<Item['request']>, isOnItsWay: boolean): Standing[] {
    const { connections } = this.#parts;
    const ways = waysOf(request);
    const others = this.#others(item.place, ways);
    const standings = ways.flatMap((connectionId): Standing[] => {
      if (!connections.find(connectionId)) return [];
      const why = reasonOf(this.factsOf(item, connectionId, isOnItsWay));
      if (why === undefined) return [];
      const twins = why === 'decision' ? others : [];
      return [{ connectionId, why, twins, item, part: 'way' }];
    });
    const isToDecide = standings.some(({ why }) => why === 'decision');
    if (!item.unconfirmed || isToDecide) return standings;
    const left = connections.ofDoubt(item)?.id;
    const first = others.find((each) => each === left) ?? others[0];
    if (first === undefined) return standings;
    const twins = others.filter((each) => each !== first);
    const ofDoubt = { why: 'decision', item: { ...item, request: null }, part: 'doubt' } as const;
    return [...standings, { connectionId: first, twins, ...ofDoubt }];
  }

  /** All that lead there but those. */
  #others(place: string, but: readonly string[]): string[] {
    const there = this.#parts.connections.allAt(place).map(({ id }) => id);
    return there.filter((id) => !but.includes(id));
  }

  /** Through which connection it leaves: it may have been passed on to another one for the time after that. */
  #wayOut(item: Item, why: OutboxReason): string | undefined {
    if (why !== 'sending' && why !== 'held') return undefined;
    const { connections, underWay } = this.#parts;
    const through = underWay.get(itemKey(item))?.request.connectionId;
    return through === undefined ? undefined : connections.find(through)?.id;
  }
}
