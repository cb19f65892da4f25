/**
 * A token that a person enters over whatever asks for it; `TokenEntry.svelte` shows the dialog. What asks goes as the
 * token is stored, and the dialog with what is typed in it must not go with that.
 */
import { tick } from 'svelte';
import type { Connection } from '@shared/connection';

class TokenEntry {
  #connection = $state.raw<Connection | null>(null);
  #from: HTMLElement | null = null;

  /** Whose token is entered. */
  get connection(): Connection | null {
    return this.#connection;
  }

  /** Opens the dialog: its first token, or another one. */
  ask(connection: Connection): void {
    this.#from = document.activeElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
    this.#connection = connection;
  }

  /**
   * Closes it. What lay around the button has the focus where the button is gone, and once a token is stored in any
   * case: the button goes with what waited for that, which main tells of only later.
   */
  close(isStored = false): void {
    const from = this.#from;
    this.#connection = null;
    void tick().then(() => {
      if (isStored || document.activeElement === document.body) from?.focus();
    });
  }
}

/** The one of this window. */
export const tokenEntry = new TokenEntry();
