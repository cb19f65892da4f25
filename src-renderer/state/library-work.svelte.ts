/** Work over many themes: how far it is, and what came of it. */
import type { LibraryProgress, ManyDone, RestoredThemes } from '@shared/library';
import { m } from '@shared/messages/messages';
import { ProblemError } from '@shared/problem-error';
import { bridge, onEvent } from '../bridge';
import { report } from '../ui/report';

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

/** What came of taking themes out of the bin, in words; empty where there is nothing to tell. */
export function restoredText(
  { ids, alreadyHere, unlinked }: RestoredThemes,
  only?: { readonly name: string },
): string {
  const { length: count } = ids;
  return [
    count === 1 && only ? m.library_restored_one(only) : '',
    count > 0 && !(count === 1 && only) ? m.library_restored_count({ count }) : '',
    alreadyHere > 0 ? m.library_restored_already_here({ count: alreadyHere }) : '',
    unlinked > 0 ? m.library_restored_unlinked({ count: unlinked }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join('. ');
}
