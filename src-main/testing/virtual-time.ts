/** For tests: time that goes on only when a test says so, for all timers and clocks of the process. */

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

const begin = Date.UTC(2026, 0, 2, 3, 4, 5);

/** In place of the real clocks and timers from `put` to `end`; `setImmediate` stays as it is. */
export class VirtualTime {
  /** Milliseconds that only grow. */
  now = 1_000;
  #date = begin;
  #order = 0;
  readonly #timers = new Map<number, Timer>();
  readonly #real = {
    Date: globalThis.Date,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    performanceNow: performance.now.bind(performance),
    bigint: process.hrtime.bigint.bind(process.hrtime),
  };

  put(): this {
    const RealDate = this.#real.Date;
    const dateNow = (): number => this.#date;
    class VirtualDate extends RealDate {
      constructor(...parts: unknown[]) {
        if (parts.length === 0) super(dateNow());
        else super(...(parts as [number]));
      }

      static override now(): number {
        return dateNow();
      }
    }
    globalThis.Date = VirtualDate as DateConstructor;
    globalThis.setTimeout = ((work: (...all: unknown[]) => void, ms = 0, ...all: unknown[]) => {
      this.#order += 1;
      const order = this.#order;
      const at = this.now + Math.max(1, ms);
      this.#timers.set(order, { at, order, work: () => work(...all) });
      const handle = { order, unref: () => handle, ref: () => handle, hasRef: () => true };
      return handle;
    }) as never;
    globalThis.clearTimeout = ((handle?: { order: number }) => {
      if (handle) this.#timers.delete(handle.order);
    }) as never;
    performance.now = () => this.now;
    process.hrtime.bigint = () => BigInt(Math.round(this.now)) * 1_000_000n;
    return this;
  }

  end(): void {
    globalThis.Date = this.#real.Date;
    globalThis.setTimeout = this.#real.setTimeout;
    globalThis.clearTimeout = this.#real.clearTimeout;
    performance.now = this.#real.performanceNow;
    process.hrtime.bigint = this.#real.bigint;
  }

  /** At the beginning again; no timer is left. */
  reset(): void {
    this.forgetTimers();
    this.now = 1_000;
    this.#date = begin;
  }

  /** The program that set them is gone. */
  forgetTimers(): void {
    this.#timers.clear();
  }

  /** Someone sets the computer's clock. */
  setBy(ms: number): void {
    this.#date += ms;
  }

  /** How long until the next timer is due; `undefined` when there is none. */
  get untilNext(): number | undefined {
    const times = [...this.#timers.values()].map(({ at }) => at);
    return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - this.now);
  }

  /** Time goes on, and after each timer `settle` lets everything happen that follows from it. */
  async pass(ms: number, settle: () => Promise<void>): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.#timers.values()]
        .filter(({ at }) => at <= end)
        .sort((one, other) => one.at - other.at || one.order - other.order);
      if (!next) break;
      this.#timers.delete(next.order);
      this.#goTo(Math.max(this.now, next.at));
      next.work();
      await settle();
    }
    this.#goTo(end);
  }

  #goTo(now: number): void {
    this.#date += now - this.now;
    this.now = now;
  }
}
