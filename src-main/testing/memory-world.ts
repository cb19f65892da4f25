/** For tests: a program on the disk in memory, in virtual time, which can be killed at any moment. */
import { ProblemError } from '@shared/problem-error';
import { StorageError } from '../storage/storage';
import { seedRandom } from './seeded-random';
import { memoryDisk as disk } from './memory-disk';
import type { VirtualTime } from './virtual-time';

/** What a call gives in which the program was killed. */
export const killed = Symbol('killed');

const longestTurns = 20_000;

/** Lets what is under way go on a little. */
export function oneTurn(): Promise<void> {
  return new Promise((next) => setImmediate(next));
}

export class MemoryWorld {
  readonly time: VirtualTime;

  constructor(time: VirtualTime, seed: number) {
    this.time = time;
    time.reset();
    disk.format();
    seedRandom(seed);
  }

  /** Shown where a run is looked into. */
  note(what: string, more: object = {}): void {
    if (!process.env['MODEL_TRACE']) return;
    process.stderr.write(`${String(Math.round(this.time.now))} ${what} ${JSON.stringify(more)}\n`);
  }

  /** Whether anything beside the disk has something to do that takes no time. */
  protected isBusy(): boolean {
    return false;
  }

  /** Everything has happened that takes no time. */
  async settle(): Promise<void> {
    for (let quiet = 0, turns = 0; quiet < 5; turns += 1) {
      if (turns > longestTurns) throw new Error('it never comes to rest');
      await oneTurn();
      quiet = disk.isBusy || this.isBusy() ? 0 : quiet + 1;
      if (disk.isKilled) return;
    }
  }

  /** What it resolves with, or that the program was killed meanwhile. */
  async done<T>(doing: T | Promise<T>): Promise<T | typeof killed> {
    let isDone = false;
    const end = (): void => void (isDone = true);
    const promise = Promise.resolve(doing);
    promise.then(end, end);
    for (let turns = 0; !isDone; turns += 1) {
      if (disk.isKilled) return killed;
      if (turns > longestTurns) throw new Error('a call never ends');
      await oneTurn();
    }
    return promise;
  }

  /**
   * The same of what may be refused: whether it was done. What the disk refuses, or the program is killed
   * in, may be done in part.
   */
  async asked(doing: unknown): Promise<'done' | 'refused' | 'partly'> {
    try {
      return (await this.done(doing)) === killed ? 'partly' : 'done';
    } catch (error) {
      if (error instanceof StorageError) return 'partly';
      if (!(error instanceof ProblemError)) throw error;
      return error.problem.code.startsWith('storage') ? 'partly' : 'refused';
    }
  }

  /** What was under way in a program that is gone comes to nothing. */
  protected async bury(): Promise<void> {
    for (let turns = 0; turns < 8; turns += 1) await oneTurn();
    this.time.forgetTimers();
    disk.begin();
  }
}
