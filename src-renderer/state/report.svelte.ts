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
    this.#list = [...this.#list, { id: this.#count, problem }].slice(-3);
  }

  dismiss(id: number): void {
    this.#list = this.#list.filter((reported) => reported.id !== id);
  }
}

export const reports = new Reports();

/** The problem that an error carries; an unforeseen one where it carries none. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { code: 'internal', id: error instanceof Error ? error.message : String(error) };
}
