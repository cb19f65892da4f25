/** What is shown of the outbox: the state of each delivery, and the snapshot for the windows. Changes nothing. */
import type { Problem } from '@shared/problem';
import type { OutboxItem, OutboxReason, OutboxSnapshot, PublishTarget } from '@shared/publishing';
import type { Delivery } from '@shared/theme/status';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { isOfAnotherLibrary } from './known-here';
import { deliveryOf, needsDecision, urgency } from './item-status';
import type { Item } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection } from './outbox-types';
import type { QueueProgress } from './queue-progress';
import { Standings, type Standing, type StandingParts } from './standings';
import type { UnreadableItems } from './unreadable-items';

/** What the view looks at. */
export interface ViewParts<C extends OutboxConnection> extends StandingParts<C> {
  readonly store: OutboxStore;
  readonly unreadable: UnreadableItems<C>;
  readonly progress: QueueProgress;
}

/** An entry of the window's, with what it shows; `undefined` of one that can't be read. */
interface Shown {
  readonly entry: OutboxItem;
  readonly standing: Standing | undefined;
}

/** Why, and what shows it; no standing where none is of that connection. */
interface GoingOn {
  readonly why: OutboxReason;
  readonly standing?: Standing;
}

function entryKey({ themeId, connectionId }: PublishTarget): string {
  return JSON.stringify([themeId, connectionId]);
}

const sequenceOf = ({ entry }: Shown): number => entry.asked ?? 0;

/** Whether it is shown in the place of the other: what is of another library says nothing of the theme here. */
function isBefore({ entry: one }: Shown, { entry: other }: Shown): boolean {
  const isOneElsewhere = one.isOfOtherLibrary === true;
  const isOtherElsewhere = other.isOfOtherLibrary === true;
  if (isOneElsewhere !== isOtherElsewhere) return isOtherElsewhere;
  return urgency(one.why) > urgency(other.why);
}

/** Looks at the parts as they are at that moment. */
export class OutboxView<C extends OutboxConnection> {
  readonly #parts: ViewParts<C>;
  readonly #standings: Standings<C>;

  constructor(parts: ViewParts<C>) {
    this.#parts = parts;
    this.#standings = new Standings(parts);
  }

  /** Why an item is in the outbox; `undefined` when a person need not know of it. */
  reasonOf(item: Item): OutboxReason | undefined {
    return this.#standings.reasonOf(item);
  }

  /** All that is shown of an item, one for each entry. */
  standingsOf(item: Item): Standing[] {
    return this.#standings.of(item);
  }

  /** What is shown of an item as that connection has it; `undefined` where nothing is said there. */
  standingAt(item: Item, connectionId: string): Standing | undefined {
    return this.#standings.at(item, connectionId);
  }

  /** Why an item is in the outbox, as that connection has it; `undefined` where nothing is said there. */
  reasonAt(item: Item, connectionId: string): OutboxReason | undefined {
    return this.standingAt(item, connectionId)?.why;
  }

  /** The state of a theme's delivery to a connection. */
  deliveryOf(themeId: string, connectionId: string): Delivery {
    return deliveryOf(this.goingOn({ themeId, connectionId })?.why);
  }

  /**
   * What goes on between a theme and a connection: where that leads now, and only where nothing does, where it led. Where
   * nothing is said of what waits there for another connection, it waits all the same, without a standing.
   */
  goingOn({ themeId, connectionId }: PublishTarget): GoingOn | undefined {
    const { connections, runtime, store } = this.#parts;
    // A copy of a library has the same themes, and not what waits.
    const items = store.ofTheme(themeId).filter((item) => !isOfAnotherLibrary(item, runtime));
    if (items.length === 0 && !store.hasUnreadable) return undefined;
    const connection = connections.find(connectionId);
    if (!connection) return undefined;
    const place = publicationKey(connection);
    if (store.unreadable({ themeId, place })) return { why: 'unreadable' };
    const here = items.find((item) => item.place === place);
    const standing = here && this.standingAt(here, connectionId);
    if (standing) return { why: standing.why, standing };
    const why = here && this.reasonOf(here);
    if (why !== undefined) return { why };
    for (const other of items) {
      const elsewhere = other === here ? undefined : this.standingAt(other, connectionId);
      if (elsewhere) return { why: elsewhere.why, standing: elsewhere };
    }
    return undefined;
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
      const access = states.refusedAccess(id);
      return why === undefined
        ? []
        : [{ connectionId: id, why, ...(access !== undefined && { access }) }];
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

  /** What is shown as the entry of a theme and a connection. */
  shownAs(target: PublishTarget): Standing | undefined {
    const { store, unreadable } = this.#parts;
    const unread = unreadable.entries().filter(({ themeId }) => themeId === target.themeId);
    return this.#shown(store.ofTheme(target.themeId), unread).get(entryKey(target))?.standing;
  }

  /** One entry for the window of a theme and a connection, by `entryKey`. */
  #shown(items: readonly Item[], unread: readonly OutboxItem[]): Map<string, Shown> {
    const shown = new Map<string, Shown>();
    const show = (one: Shown): void => {
      const key = entryKey(one.entry);
      const other = shown.get(key);
      if (!other || isBefore(one, other)) shown.set(key, one);
    };
    for (const standing of items.flatMap((item) => this.#standings.of(item))) {
      const entry = this.#entry(standing);
      if (entry) show({ entry, standing });
    }
    for (const entry of unread) show({ entry, standing: undefined });
    return shown;
  }

  #entry({ item, connectionId, why, twins }: Standing): OutboxItem | undefined {
    const { clock } = this.#parts;
    const facts = this.#standings.factsOf(item, connectionId);
    const content = item.request ?? item.unconfirmed ?? contentOf(item.unnoted);
    if (!content) return undefined;
    const { themeId, place, unconfirmed, request } = item;
    // For a decision: what was sent, so that it is found under its name there.
    const { name, at } = why === 'decision' ? (unconfirmed ?? content) : content;
    const { runtime } = facts;
    const waitMs = Math.max(facts.waitMs, runtime.dueAt - facts.now, 0);
    const isOfOtherLibrary = isOfAnotherLibrary(item, this.#parts.runtime);
    // What is to be noted in another library waits for that.
    const isTimed =
      ['asked', 'answered', 'unreachable', 'retry', 'problem'].includes(why) ||
      (why === 'unnoted' && !isOfOtherLibrary);
    // What was refused stays refused, what is of another library waits for that, and what has no token for one.
    const isSettled =
      why === 'decision' &&
      !isOfOtherLibrary &&
      facts.block === undefined &&
      item.request?.isRefused === false &&
      !needsDecision(item, 'yes');
    // What an earlier try met is not why something waits for something else since, such as the end of a pause.
    // What was refused behind a doubt is told with that: it has no entry of its own.
    const isOwn =
      ['problem', 'refused', 'unnoted'].includes(why) ||
      (why === 'decision' && request?.isRefused === true);
    const own = isOwn ? runtime.problem : undefined;
    const problem = why === 'problem' ? (facts.waitProblem ?? own) : own;
    // Of where its connection led it says nothing about where that leads now, and of its token nothing about another's.
    const isOfAnother =
      why === 'elsewhere' ||
      (runtime.outcome?.kind === 'tokenRefused' && connectionId !== request?.connectionId);
    const outcome = isOfAnother ? undefined : runtime.outcome;
    return {
      themeId,
      connectionId,
      name,
      why,
      since: at,
      goesTo: place,
      ...(request && { asked: request.sequence }),
      ...(isTimed ? { nextTryAt: new Date(clock.date().getTime() + waitMs).toISOString() } : {}),
      ...(outcome && { outcome }),
      ...(problem && { problem }),
      isFirst: why === 'unnoted' ? isNewToItsLibrary(item) : (unconfirmed?.isFirst ?? false),
      ...(this.#mayHaveArrived(item, why) && { mayHaveArrived: true }),
      ...(why === 'decision' && unconfirmed
        ? { templateId: unconfirmed.templateId, unsureTries: unconfirmed.tries }
        : {}),
      ...(isSettled ? { isSettledByKeptIds: true } : {}),
      ...(isOfOtherLibrary ? { isOfOtherLibrary } : {}),
      ...(why === 'elsewhere' ? { place: placeShown(place) } : {}),
      ...(twins.length > 0 && { twins: [...twins] }),
    };
  }

  /** Whether this or an earlier version may be where its connection leads. */
  #mayHaveArrived({ unconfirmed }: Item, why: OutboxReason): boolean {
    if (!unconfirmed || why === 'elsewhere') return false;
    // Of the one on its way that is known when it has ended: then only of those before it.
    return (why !== 'sending' && why !== 'held') || unconfirmed.tries > 1;
  }
}

/** Whether the theme's file doesn't name the template that what has arrived made. */
function isNewToItsLibrary({ assignedOver = [] }: Item): boolean {
  return assignedOver.length > 0;
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
