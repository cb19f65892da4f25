/** Work over many themes: how far it is, and what came of it. */
import type { LibraryProgress, ManyDone } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { bridge, onEvent } from '../bridge';
import { report } from './report';

class LibraryWork {
  #progress = $state.raw<LibraryProgress>(null);

  /** How far the work is; `null` when none is under way. */
  get progress(): LibraryProgress {
    return this.#progress;
  }

  /** Listens to main; returns the end. */
  start(): () => void {
    return onEvent('library.progress', (progress) => {
      this.#progress = progress;
    });
  }

  /** Ends the work; what was done by then stays. */
  stop(): void {
    bridge.library.stop().catch(report);
  }
}

/** The work over many themes of this window. */
export const libraryWork = new LibraryWork();

/** The themes with which it was done; why it was not with others is shown above the screen. */
export function doneWith({ ids, problem }: ManyDone): string[] {
  if (problem) report(new ProblemError(problem));
  return ids;
}

/** Moves themes to the bin again, as an undo. A failure is shown above the screen. */
export async function takeBack(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    doneWith(await bridge.library.remove({ ids }));
  } catch (error) {
    report(error);
  }
}
