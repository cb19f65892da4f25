/** Waits that services asked for to which their connections do not lead now. */
import type { OutboxClock } from './clock';
import type { RetryAfter } from './state-file';

/** One of them, with its end by the clock that only grows. */
interface Elsewhere {
  readonly wait: RetryAfter;
  readonly endsAt: number;
}

/**
 * Where a connection led before, its service still wants the wait that it asked for: an address that is
 * put right again does not end it. Only time does, and the connection's own end.
 */
export class WaitsElsewhere {
  readonly #clock: Pick<OutboxClock, 'now'>;
  readonly #waits = new Map<string, readonly Elsewhere[]>();

  constructor(clock: Pick<OutboxClock, 'now'>) {
    this.#clock = clock;
  }

  /** Keeps it for so long; of two of one address, the one that ends later. */
  keep(connectionId: string, wait: RetryAfter, milliseconds: number): void {
    const endsAt = this.#clock.now() + milliseconds;
    const present = this.#running(connectionId);
    const isThere = present.some(
      (each) => each.wait.address === wait.address && each.endsAt >= endsAt,
    );
    if (isThere) return;
    const others = present.filter((each) => each.wait.address !== wait.address);
    this.#waits.set(connectionId, [...others, { wait, endsAt }]);
  }

  /** The connection leads there again: what is left of its wait, which is no longer kept here. */
  take(
    connectionId: string,
    address: string,
  ): { wait: RetryAfter; milliseconds: number } | undefined {
    const present = this.#running(connectionId);
    const found = present.find(({ wait }) => wait.address === address);
    if (!found) return undefined;
    this.#waits.set(
      connectionId,
      present.filter((each) => each !== found),
    );
    return { wait: found.wait, milliseconds: found.endsAt - this.#clock.now() };
  }

  /** The connection is gone. */
  forget(connectionId: string): void {
    this.#waits.delete(connectionId);
  }

  /** As they outlive a restart. */
  stored(): Record<string, RetryAfter[]> {
    return Object.fromEntries(
      [...this.#waits.keys()].flatMap((id) => {
        const waits = this.#running(id).map(({ wait }) => wait);
        return waits.length === 0 ? [] : [[id, waits]];
      }),
    );
  }

  #running(connectionId: string): Elsewhere[] {
    const now = this.#clock.now();
    return (this.#waits.get(connectionId) ?? []).filter(({ endsAt }) => endsAt > now);
  }
}
