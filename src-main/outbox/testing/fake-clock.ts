/** A clock that goes only when a test moves it. */
import type { OutboxClock } from '../clock';

/** Both clocks in one, which a test can set apart. */
export class FakeClock implements OutboxClock {
  #now = 1_000;
  #date = Date.UTC(2026, 0, 2, 3, 4, 5);
  readonly #timers = new Set<{ at: number; work: () => void }>();

  now(): number {
    return this.#now;
  }

  date(): Date {
    return new Date(this.#date);
  }

  after(milliseconds: number, work: () => void): () => void {
    const timer = { at: this.#now + milliseconds, work };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Milliseconds pass: by both clocks, and everything due happens in its order. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = [...this.#timers]
        .filter(({ at }) => at <= end)
        .sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#date += Math.max(0, next.at - this.#now);
      this.#now = Math.max(this.#now, next.at);
      next.work();
    }
    this.#date += end - this.#now;
    this.#now = end;
  }

  /**
   * The computer sleeps: nothing happens meanwhile, and what came due happens when it wakes. The clock
   * that only grows went on (Windows) or stood still (Linux).
   */
  sleep(milliseconds: number, goesOn: boolean): void {
    this.#date += milliseconds;
    if (!goesOn) return;
    this.#now += milliseconds;
    this.pass(0);
  }

  /** Someone sets the computer's clock. */
  set(milliseconds: number): void {
    this.#date += milliseconds;
  }
}
