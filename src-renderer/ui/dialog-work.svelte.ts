/** What the button of a dialog does, which may take longer than the dialog is open. */
import { onDestroy } from 'svelte';
import type { Problem } from '@shared/problem';
import { report } from './report';
import { problemOf } from './reports.svelte';

/**
 * Made while its dialog is. Done, the dialog is closed, unless a person has closed it already: what is open by then
 * is another. Refused, `problem` says why, or the screen does where the dialog is closed.
 */
export class DialogWork {
  problem = $state.raw<Problem | null>(null);
  isBusy = $state(false);
  #isClosed = false;
  readonly #close: () => void;

  constructor(close: () => void) {
    this.#close = close;
    onDestroy(() => (this.#isClosed = true));
  }

  /** Another press while it is busy does nothing. */
  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
      if (!this.#isClosed) this.#close();
    } catch (error) {
      if (this.#isClosed) report(error);
      else this.problem = problemOf(error);
    } finally {
      this.isBusy = false;
    }
  }
}
