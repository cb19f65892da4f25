/** A version's name being typed in place. */
import { tick } from 'svelte';

export interface VersionNamingParts {
  /** Where the field is: who has the focus there, or around it, has not gone on elsewhere. */
  readonly place: () => HTMLElement | undefined;
  /** What takes the focus where the field was ended by a key. */
  readonly after: () => HTMLElement | null | undefined;
  /** Whether the name was taken; a failure is shown by then. */
  readonly save: (name: string) => Promise<boolean>;
}

/** Whether a version is being named. A name that could not be taken is in the field again. */
export class VersionNaming {
  readonly #parts: VersionNamingParts;
  #isOn = $state(false);
  #refused: string | undefined = $state();
  #isEndedByKey = false;

  constructor(parts: VersionNamingParts) {
    this.#parts = parts;
  }

  /** The field is there. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** A name that could not be taken: it is in the field when that is there again. */
  get refused(): string | undefined {
    return this.#refused;
  }

  begin(): void {
    this.#isOn = true;
  }

  /** The field was ended, with a name or without. */
  async end(isByKey: boolean): Promise<void> {
    this.#isOn = false;
    this.#isEndedByKey = isByKey;
    this.#refused = undefined;
    await tick();
    if (isByKey) this.#parts.after()?.focus();
  }

  /** Saves the name with which the field was ended. */
  async take(name: string): Promise<void> {
    const { place, save } = this.#parts;
    const isByKey = this.#isEndedByKey;
    if ((await save(name)) || this.#isOn) return;
    this.#refused = name;
    // Who went on elsewhere is not called back.
    const { activeElement } = document;
    const row = place() ?? null;
    this.#isOn = isByKey && !!(row?.contains(activeElement) || activeElement?.contains(row));
  }
}
