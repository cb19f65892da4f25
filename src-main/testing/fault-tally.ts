/**
 * What a test tried and what of it didn't hold, for `npm run faults` and `npm run security`
 * (`faults/rows.mjs`, `security/rows.mjs`), which say in the environment how much to try, and where to
 * write it down. Anywhere else the tests try a few, and write nothing down.
 */
import { appendFileSync } from 'node:fs';

/** What a fault may bring about, and must not; and what an attack may. */
export type Wrong = 'lost' | 'sentTwice' | 'untrue' | 'leaked' | 'letThrough' | 'broken';

/** How often to try: `few` with the other tests, `all` in a suite's full form. */
export function times(few: number, all: number): number {
  return process.env['FOYER_FAULTS'] === 'full' ? all : few;
}

/** The seed of this run, for what picks its own cases. */
export const faultSeed = Number(
  process.env['FOYER_FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31),
);

/** Numbers from 0 to 1, the same ones for the same seed and name. */
export function chances(name: string): () => number {
  let state = faultSeed;
  for (const sign of name) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Tries a fault, or `count` of them, and checks what must hold; where that throws, `wrong` is what came
 * of it. `what` tells one who reads the report what exactly was tried.
 */
export async function attempt<T>(
  wrong: Wrong,
  what: unknown,
  work: () => T | Promise<T>,
  count = 1,
): Promise<T> {
  try {
    const result = await work();
    note({ tried: count });
    return result;
  } catch (error) {
    note({ tried: count, wrong, what, error: String(error) });
    throw error;
  }
}

/**
 * `attempt` for the cases of one fast-check property: what follows the first that failed only looks for
 * a smaller case of the same, and is not counted.
 */
export function attemptsOfAProperty(): typeof attempt {
  let hasFailed = false;
  return async (wrong, what, work, count) => {
    if (hasFailed) return work();
    try {
      return await attempt(wrong, what, work, count);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
}

/** The same faults without what Foyer does about them: a control that fails none proves nothing. */
export function expectControlToFail(control: string, failed: number): void {
  note({ control, failed });
  if (failed === 0) throw new Error(`nothing went wrong in the control, ${control}`);
}

/** Does the work with each, so many side by side; all that were begun have ended when it throws. */
export async function sideBySide<T>(
  lanes: number,
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...all];
  const lane = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

function note(line: object): void {
  const file = process.env['FOYER_FAULT_TALLY'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
