/** Problems that no screen could show where they happened: the shell shows them above the screen. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';

export interface Reported {
  /** Tells equal problems apart. */
  id: number;
  problem: Problem;
  /** What did not happen because of it. */
  unsent?: string | undefined;
}

class Reports {
  #list = $state.raw<Reported[]>([]);
  #count = 0;

  /** Newest last: all that says what did not happen, which nothing else says, and at most three others. */
  get list(): readonly Reported[] {
    return this.#list;
  }

  /** @param unsent what did not happen because of it */
  add(problem: Problem, unsent?: string): void {
    this.#count += 1;
    // Each key may be refused by the same full disk: that is said once, where the newest stands.
    const same = this.#list.find((reported) => isEqual(reported, { problem, unsent }));
    if (same) this.dismiss(same.id);
    // Main tells of all that it can't read, and each screen of its own: that is one thing to say.
    const before = this.#list.find(
      (reported) =>
        unsent === undefined && isOfAll(reported) && reported.problem.code === problem.code,
    );
    if (problem.code === 'storageNewer' && before?.problem.code === 'storageNewer') {
      const files = [...new Set([...before.problem.files, ...problem.files])].sort();
      this.#replace(before.id, [{ id: before.id, problem: { ...problem, files } }]);
    } else if (problem.code === 'storageNotRead' && before?.problem.code === 'storageNotRead') {
      const files = [...new Set([...before.problem.files, ...problem.files])].sort();
      this.#replace(before.id, [{ id: before.id, problem: { ...problem, files } }]);
    } else {
      this.#list = [...this.#list, { id: this.#count, problem, unsent }];
      const tooMany = this.#list.filter(isOfAll).at(-4);
      if (tooMany) this.dismiss(tooMany.id);
    }
  }

  /** A file that could not be read could be: it is no longer said. */
  readAgain(file: string): void {
    for (const { id, problem } of this.#list.filter(isOfAll)) {
      if (problem.code !== 'storageNotRead') continue;
      const files = problem.files.filter((other) => other !== file);
      this.#replace(id, files.length === 0 ? [] : [{ id, problem: { ...problem, files } }]);
    }
  }

  #replace(id: number, by: Reported[]): void {
    this.#list = this.#list.flatMap((reported) => (reported.id === id ? by : reported));
  }

  dismiss(id: number): void {
    this.#list = this.#list.filter((reported) => reported.id !== id);
  }
}

export const reports = new Reports();

/** Whether it says only what is so, and not also what did not happen because of it. */
function isOfAll({ unsent }: Omit<Reported, 'id'>): boolean {
  return unsent === undefined;
}

function isEqual(one: Omit<Reported, 'id'>, other: Omit<Reported, 'id'>): boolean {
  return (
    one.unsent === other.unsent && JSON.stringify(one.problem) === JSON.stringify(other.problem)
  );
}

/** The problem that an error carries; an unforeseen one where it carries none. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { code: 'internal', id: error instanceof Error ? error.message : String(error) };
}
