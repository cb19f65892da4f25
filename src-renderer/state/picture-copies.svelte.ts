/** The copies of pictures that main has, for miniatures: what is asked for here is never fetched. */
import { SvelteMap } from 'svelte/reactivity';
import { bridge, onEvent } from '../bridge';
import { report } from '../ui/report';

/** The most that one question to main may name. */
const batchSize = 200;

class PictureCopies {
  /** By address; `null` where there is none. */
  readonly #ids = new SvelteMap<string, string | null>();
  readonly #wanted = new Set<string>();
  /** Main could not say: its disk may refuse for a moment. They are asked for with the next ones. */
  readonly #unanswered = new Set<string>();
  #isListening = false;

  /** The id of an address's copy, if there is one. Read in a template, it follows. */
  idOf(address: string): string | undefined {
    const id = this.#ids.get(address);
    if (id === undefined && !this.#wanted.has(address)) {
      // Many miniatures ask while they are drawn; one question is asked for all of them.
      if (this.#wanted.size === 0) queueMicrotask(() => this.#ask());
      this.#wanted.add(address);
    }
    return id ?? undefined;
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    onEvent('pictures.changed', ({ address, state }) => {
      if (state.kind !== 'shown') return;
      this.#ids.set(address, state.id);
      if (this.#unanswered.size > 0) this.#ask();
    });
    onEvent('pictures.cleared', () => {
      for (const address of this.#ids.keys()) this.#ids.set(address, null);
    });
  }

  #ask(): void {
    this.#listen();
    const wanted = [...this.#wanted, ...this.#unanswered];
    this.#wanted.clear();
    this.#unanswered.clear();
    for (let from = 0; from < wanted.length; from += batchSize) {
      const addresses = wanted.slice(from, from + batchSize);
      for (const address of addresses) this.#ids.set(address, null);
      bridge.pictures
        .copies({ addresses })
        .then((copies) => {
          for (const { address, id } of copies) this.#ids.set(address, id);
        })
        .catch((error: unknown) => {
          for (const address of addresses) this.#unanswered.add(address);
          report(error);
        });
    }
  }
}

/** The one state of copies in this window. */
export const pictureCopies = new PictureCopies();
