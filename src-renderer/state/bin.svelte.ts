/** How many themes lie in the bin, for those who look at something else. */
import { bridge, onEvent } from '../bridge';
import { library } from './library.svelte';

/** Work over many themes tells of itself again and again; the bin is read at its pauses. */
const settleMs = 200;
/** Nobody tells when what the disk refused can be read. */
const refusedMs = 5_000;

class Bin {
  #count = $state.raw<number | null>(null);
  #themes = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #reading = 0;

  /** `null` until it is known, and where the bin can't be read. */
  get count(): number | null {
    return this.#count;
  }

  /** Listens to main, and reads the bin for the first time. Returns the end. */
  start(): () => void {
    this.#themes = library.count;
    this.refresh();
    const end = onEvent('library.changed', ({ removed }) => {
      // An edit changes neither the number of themes nor what lies in the bin.
      if (removed.length === 0 && library.count === this.#themes) return;
      this.#themes = library.count;
      this.refresh();
    });
    return () => {
      end();
      // What is asked now is not waited for.
      this.#reading += 1;
      clearTimeout(this.#waiting);
    };
  }

  /** Reads it again, soon. */
  refresh(wait = settleMs): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      this.#waiting = undefined;
      // It never rejects.
      void this.#read();
    }, wait);
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    let count: number | null;
    try {
      const { themes, unread, damaged } = await bridge.library.bin();
      count = themes.length + unread.length + damaged.length;
    } catch {
      // The bin's own screen says why.
      count = null;
    }
    if (reading !== this.#reading) return;
    this.#count = count;
    if (count === null && this.#waiting === undefined) this.refresh(refusedMs);
  }
}

/** The bin of this window. */
export const bin = new Bin();
