/** What waits to be published, kept in step with main: each event is a whole new snapshot. */
import type { OutboxItem, OutboxSnapshot, PublishTarget } from '@shared/publishing';
import type { Delivery } from '@shared/theme/status';
import { bridge, onEvent } from '../bridge';
import { report } from '../ui/report';
import { deliveriesByTheme, type Deliveries } from './theme-status';

const nothing: OutboxSnapshot = {
  revision: -1,
  isPaused: false,
  items: [],
  deliveries: [],
  holds: [],
  progress: { done: 0, all: 0 },
};

/** Whether it goes on only at a person's word. */
export function needsDecision({ why }: OutboxItem): boolean {
  return why === 'decision' || why === 'unreadable' || why === 'elsewhere';
}

class Outbox {
  #snapshot = $state.raw<OutboxSnapshot>(nothing);
  #end: (() => void) | null = null;

  /** In the order in which they go out. */
  readonly items: readonly OutboxItem[] = $derived(this.#snapshot.items);
  readonly deliveries: Deliveries = $derived(deliveriesByTheme(this.#snapshot.deliveries));
  readonly holds = $derived(this.#snapshot.holds);
  readonly progress = $derived(this.#snapshot.progress);
  readonly isPaused = $derived(this.#snapshot.isPaused);
  /** Why nothing is known of what waits. */
  readonly problem = $derived(this.#snapshot.problem ?? null);
  /** Whether main has said what waits; until then not even that nothing does is known. */
  readonly isKnown: boolean = $derived(this.#snapshot.revision >= 0);
  readonly decisions: number = $derived(this.items.filter(needsDecision).length);
  /** Those that go again only at a person's word. */
  readonly failed: number = $derived(this.items.filter(({ why }) => why === 'refused').length);
  readonly sending: number = $derived(this.items.filter(({ why }) => why === 'sending').length);

  /** The entry of a theme for a connection, or for the workspace that it shares with another. */
  find({ themeId, connectionId }: PublishTarget): OutboxItem | undefined {
    const ofTheme = this.items.filter((item) => item.themeId === themeId);
    return (
      ofTheme.find((item) => item.connectionId === connectionId) ??
      ofTheme.find(({ twins }) => twins?.includes(connectionId))
    );
  }

  /** What goes on between a theme and a connection. */
  deliveryOf({ themeId, connectionId }: PublishTarget): Delivery {
    return this.deliveries.get(themeId)?.get(connectionId) ?? 'idle';
  }

  /** Whether the service may have, or has, a version of it that the theme's own file doesn't tell of. */
  isUncertain(target: PublishTarget): 'unknown' | 'unrecorded' | undefined {
    const delivery = this.deliveryOf(target);
    if (delivery === 'unnoted') return 'unrecorded';
    const mayHaveArrived = this.find(target)?.mayHaveArrived === true;
    return delivery === 'unknown' || mayHaveArrived ? 'unknown' : undefined;
  }

  /** Listens first, then takes the snapshot. Never rejects: a failure is reported. */
  async start(): Promise<void> {
    this.end();
    this.showFirst(this.#snapshot.deliveries);
    this.#end = onEvent('outbox.changed', (snapshot) => this.#take(snapshot));
    try {
      this.#take(await bridge.outbox.list());
    } catch (error) {
      // What was under way is not what is: it can't be had.
      if (!this.isKnown) this.#snapshot = nothing;
      report(error);
    }
  }

  /** Shows what was under way last, until main has answered: whatever it says is newer. */
  showFirst(deliveries: OutboxSnapshot['deliveries']): void {
    this.#snapshot = { ...nothing, deliveries };
  }

  /** Stops listening. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }

  /** Does something with the outbox; what goes wrong is reported. Tells whether it went well. */
  async act(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }

  #take(snapshot: OutboxSnapshot): void {
    // An event can overtake the first answer, which is then the older of the two.
    if (snapshot.revision >= this.#snapshot.revision) this.#snapshot = snapshot;
  }
}

/** The one outbox of this window. */
export const outbox = new Outbox();
