/** Time, so that tests can move it. */

/** Time as the outbox needs it; tests hand in one that they move themselves. */
export interface OutboxClock {
  /** Milliseconds that only ever grow, whatever is done to the computer's clock: for all waiting. */
  now(): number;
  /** The computer's clock: for what is shown, and for what must outlive a restart. */
  date(): Date;
  /** Calls `work` once after so many milliseconds; returns its end. */
  after(milliseconds: number, work: () => void): () => void;
}

/** The clock of the program that runs. */
export const systemClock: OutboxClock = {
  now: () => Number(process.hrtime.bigint() / 1_000_000n),
  date: () => new Date(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
