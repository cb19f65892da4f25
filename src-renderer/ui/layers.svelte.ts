/**
 * What lies over the window comes from libraries and is not needed to show it: menus, dialogs and
 * toasts are fetched when the window first rests, or earlier when one is asked for.
 */
import { report } from '../state/report';

type Parts = typeof import('./layer-parts');

class Layers {
  #parts = $state.raw<Parts | null>(null);
  #loading: Promise<Parts | null> | null = null;

  /** The parts, once they are there; read in a template, it follows. */
  get parts(): Parts | null {
    return this.#parts;
  }

  /** Fetches the parts, once. Never rejects: a failure is reported, and the next call tries again. */
  load(): Promise<Parts | null> {
    this.#loading ??= import('./layer-parts').then(
      (parts) => (this.#parts = parts),
      (error: unknown) => {
        this.#loading = null;
        report(error);
        return null;
      },
    );
    return this.#loading;
  }
}

/** The layers of this window. */
export const layers = new Layers();
