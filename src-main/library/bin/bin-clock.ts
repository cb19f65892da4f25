/** Counts the days of the bin by a clock that may be wrong. */
import { join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openDocument, TaskQueue, type DocumentFile } from '../../storage/storage';

const format = storedFormats['bin-visits'];
const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
/** Longer between two looks, and the clock may as well have jumped. */
const longestAbsenceMs = 14 * dayMs;
/** So far a clock may be put back without having jumped. */
const smallestJumpMs = dayMs;
/** A look this soon after the one before is not written down again. */
const restMs = hourMs;

const visitsSchema = z.looseObject({
  format: z.literal(format),
  lastVisit: z.string(),
  /** Since when the clock has gone on without a jump. Absent in what an earlier Foyer wrote. */
  steadySince: z.string().optional(),
});
type Visits = z.infer<typeof visitsSchema>;

/** Where the clock stands, in ms since 1970. */
export interface ClockLook {
  readonly now: number;
  /** Since when it has gone on without a jump: what is dated before may be dated wrongly. */
  readonly steadySince: number;
}

/**
 * The clock by which the bin counts its days. A clock can be wrong, and what is purged by a wrong
 * one is gone: so each look is written down, and when the next one is before it or long after, the
 * days are counted from there again.
 */
export class BinClock {
  readonly #visits: DocumentFile<Visits>;
  readonly #now: () => Date;
  readonly #queue = new TaskQueue();
  #last: ClockLook | undefined;

  constructor(profileFolder: string, now: () => Date) {
    this.#now = now;
    this.#visits = openDocument(join(profileFolder, 'bin-visits.json'), {
      format,
      schema: visitsSchema,
      initial: () => this.#firstVisit(),
    });
  }

  /**
   * Looks at the clock and writes down where it stands. Never rejects: where the looks before can't
   * be read, or this one can't be written, nothing is known of the clock but now.
   */
  look(): Promise<ClockLook> {
    return this.#queue.run(async () => {
      const now = this.#now().getTime();
      const last = this.#last;
      if (last !== undefined && now >= last.now && now - last.now < restMs) {
        return { now, steadySince: last.steadySince };
      }
      try {
        const { steadySince } = await this.#write(now);
        this.#last = { now, steadySince: timeOf(steadySince, now) };
        return this.#last;
      } catch {
        // The disk may do it the next time. Until then no day is known to have passed.
        return { now, steadySince: now };
      }
    });
  }

  async #write(now: number): Promise<Visits> {
    const read = await this.#visits.read();
    if (read.state === 'damaged' && read.damage.reason !== 'unreadable') {
      // Nobody's work is in it; without it the days are counted anew.
      const first = this.#firstVisit();
      await this.#visits.recover(first);
      return first;
    }
    return this.#visits.update((visits) => {
      const before = Date.parse(visits.lastVisit);
      const isSteady = now - before > -smallestJumpMs && now - before < longestAbsenceMs;
      const at = new Date(now).toISOString();
      const steadySince = isSteady ? (visits.steadySince ?? at) : at;
      return { ...visits, lastVisit: at, steadySince };
    });
  }

  #firstVisit(): Visits {
    const at = this.#now().toISOString();
    return { format, lastVisit: at, steadySince: at };
  }
}

/** A time that can't be read is no reason to count days before now. */
function timeOf(text: string | undefined, now: number): number {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? now : time;
}
