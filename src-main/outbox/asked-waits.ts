/** Waits that services asked for, by the address that asked. */
import type { OutboxClock } from './clock';
import type { RetryAfter, StoredState } from './state-file';

/** One of them. */
interface Asked {
  readonly wait: RetryAfter & { readonly address: string };
  /** By the clock that only grows. */
  readonly endsAt: number;
  /** In the order of tries and waits; that of a wait before the restart is before all of them. */
  readonly moment: number;
}

/**
 * A service wants the wait that it asked for of everybody who would send to it: of all connections to
 * its address, of one that led elsewhere meanwhile, and of one that is entered anew. Only time ends it,
 * and a save that went through in spite of it.
 */
export class AskedWaits {
  readonly #clock: Pick<OutboxClock, 'now' | 'date'>;
  /** Also those that are over, until it is known that there is a way to the service. */
  readonly #waits = new Map<string, Asked>();
  /** Where a save went through since the start: what was asked for before that is over. */
  readonly #ended = new Set<string>();

  constructor(clock: Pick<OutboxClock, 'now' | 'date'>) {
    this.#clock = clock;
  }

  /** Whether no service asked for any. */
  get isNone(): boolean {
    return this.#waits.size === 0;
  }

  /** Goes on with waits of before the restart; tells whether no save has ended any of them since. */
  takeUp(waits: readonly RetryAfter[]): boolean {
    let areAllLeft = true;
    for (const { until, seconds, address } of waits) {
      if (address === undefined) continue;
      if (this.#ended.has(address)) {
        areAllLeft = false;
        continue;
      }
      // However the computer's clock was moved: never longer than was asked for.
      const left = Math.min(until - this.#clock.date().getTime(), seconds * 1_000);
      // Read late, it does not shorten what was asked for since.
      if (left <= this.leftOf(address)) continue;
      const moment = this.askedAt(address);
      const endsAt = this.#clock.now() + left;
      this.#waits.set(address, { wait: { until, seconds, address }, endsAt, moment });
    }
    return areAllLeft;
  }

  /** Whether it is longer than the one that runs, and holds from now on. */
  ask(address: string, seconds: number, moment: number): boolean {
    const present = this.#waits.get(address);
    if (present && seconds * 1_000 <= this.leftOf(address)) {
      this.#waits.set(address, { ...present, moment });
      return false;
    }
    const until = this.#clock.date().getTime() + seconds * 1_000;
    const endsAt = this.#clock.now() + seconds * 1_000;
    this.#waits.set(address, { wait: { until, seconds, address }, endsAt, moment });
    return true;
  }

  /** Milliseconds that are left of it; 0 or less when it is over. */
  leftOf(address: string | undefined): number {
    return (this.#at(address)?.endsAt ?? 0) - this.#clock.now();
  }

  /** When it was asked for last, in the order of tries and waits; 0 for none. */
  askedAt(address: string | undefined): number {
    return this.#at(address)?.moment ?? 0;
  }

  /** Whether nothing came from there since. */
  isUntriedSince(address: string | undefined): boolean {
    return this.#at(address) !== undefined;
  }

  /** The service answered. */
  reached(address: string): void {
    if (this.leftOf(address) <= 0) this.#waits.delete(address);
  }

  /** A save went through that left at that moment; tells whether that ended a wait. */
  succeeded(address: string, moment: number): boolean {
    if (this.askedAt(address) > moment) return false;
    this.#ended.add(address);
    return this.#waits.delete(address);
  }

  /**
   * As they outlive a restart: where a connection leads there, by its id, as an older Foyer looks for
   * it; all others together.
   */
  stored(
    connections: readonly { readonly id: string; readonly baseAddress: string }[],
  ): Pick<StoredState, 'asked' | 'askedElsewhere'> {
    const running = [...this.#waits.values()]
      .map(({ wait }) => wait)
      .filter(({ address }) => this.leftOf(address) > 0);
    const asked = connections.flatMap(({ id, baseAddress }) => {
      const wait = running.find(({ address }) => address === baseAddress);
      return wait ? [[id, wait] as const] : [];
    });
    const named = new Set(asked.map(([, { address }]) => address));
    const others = running.filter(({ address }) => !named.has(address));
    return {
      asked: Object.fromEntries(asked),
      askedElsewhere: others.length === 0 ? {} : { '': others },
    };
  }

  #at(address: string | undefined): Asked | undefined {
    return address === undefined ? undefined : this.#waits.get(address);
  }
}
