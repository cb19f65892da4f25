/** Problems that no screen could show where they happened: the shell shows them above the screen. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';

export interface Reported {
  /** Tells equal problems apart. */
  id: number;
  problem: Problem;
}

class Reports {
  #list = $state.raw<Reported[]>([]);
  #count = 0;

  /** Newest last, at most three. */
  get list(): readonly Reported[] {
    return this.#list;
  }

  add(problem: Problem): void {
    this.#count += 1;
    // Each key may be refused by the same full disk: that is said once, where the newest stands.
    const same = this.#list.find((reported) => isEqual(reported.problem, problem));
    if (same) this.dismiss(same.id);
    // Main tells of all that it can't read, and each screen of its own: that is one thing to say.
    const before = this.#list.find((reported) => reported.problem.code === problem.code);
    if (problem.code === 'storageNewer' && before?.problem.code === 'storageNewer') {
      const files = [...new Set([...before.problem.files, ...problem.files])].sort();
      this.#replace(before.id, [{ id: before.id, problem: { ...problem, files } }]);
    } else if (problem.code === 'storageNotRead' && before?.problem.code === 'storageNotRead') {
      const files = [...new Set([...before.problem.files, ...problem.files])].sort();
      this.#replace(before.id, [{ id: before.id, problem: { ...problem, files } }]);
    } else this.#list = [...this.#list, { id: this.#count, problem }].slice(-3);
  }

  /** A file that could not be read could be: it is no longer said. */
  readAgain(file: string): void {
    for (const { id, problem } of this.#list) {
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

function isEqual(one: Problem, other: Problem): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The problem that an error carries; an unforeseen one where it carries none. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { code: 'internal', id: error instanceof Error ? error.message : String(error) };
}
