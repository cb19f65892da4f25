/** A part of the window's code that is fetched when it is first needed, or when the window rests. */
import { report } from './report';

export class Later<Parts> {
  readonly #fetch: () => Promise<Parts>;
  #parts = $state.raw<Parts | null>(null);
  #loading: Promise<Parts | null> | null = null;

  /** @param fetch the dynamic import */
  constructor(fetch: () => Promise<Parts>) {
    this.#fetch = fetch;
  }

  /** What was fetched, once it is there; read in a template, it follows. */
  get parts(): Parts | null {
    return this.#parts;
  }

  /** Fetches, once. Never rejects: a failure is reported, and the next call tries again. */
  load(): Promise<Parts | null> {
    this.#loading ??= this.#fetch().then(
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
