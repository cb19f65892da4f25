/**
 * For tests by random sequences, how many and which:
 *
 *     MODEL_RUNS=5000 npx vitest run src-main/outbox/outbox-model.test.ts
 *
 * `MODEL_SEED` begins with the same ones again; `MODEL_SHRINK=no` leaves a failure as it was found.
 * `MODEL_RUN` is one sequence, as a failure gives it, and `MODEL_TRACE=1` tells what happens in it.
 */

/** Of the short form: each run of it tries the same, so that it tells of what was changed. */
const shortSeed = 22_11_2026;

/** A number of sequences for all, or so many where nobody asks for more: those are by chance. */
export function modelRuns(short: number): {
  numRuns: number;
  endOnFailure: boolean;
  seed?: number;
} {
  const { MODEL_RUNS: runs, MODEL_SEED: seed, MODEL_SHRINK: shrinks } = process.env;
  return {
    numRuns: Number(runs ?? short),
    endOnFailure: shrinks === 'no',
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(seed === undefined && runs === undefined && { seed: shortSeed }),
  };
}

/** The one sequence that is to be looked into. */
export const modelRun = process.env['MODEL_RUN'];
