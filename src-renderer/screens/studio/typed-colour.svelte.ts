/**
 * A colour while it is typed. The theme gets only what is a colour: until then it keeps the last one,
 * and what stands in the field is judged when the field is left or Enter is pressed.
 */
import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { atWindowEnd } from '../../state/window-end';
import { hasMod, typedKey } from '../../ui/keys';
import { finishedColour, nearestColour, typedColour } from './read-colour';

/** What was typed and is no colour. */
export interface RefusedColour {
  text: string;
  /** As hex; `undefined` where nothing is near. */
  nearest: string | undefined;
}

interface Typed {
  text: string;
  /** The theme's colour below it: once that is another, what was typed is past. */
  over: string;
  refused: RefusedColour | null;
  isBeingTyped: boolean;
}

export class TypedColour {
  readonly #value: () => string;
  readonly #onedit: (colour: string) => void;
  readonly #isDisabled: () => boolean;
  #typed = $state.raw<Typed | null>(null);
  readonly #now = $derived.by(() => (this.#typed?.over === this.#value() ? this.#typed : null));

  /**
   * `value` is the theme's; `onedit` gives it another, where it is not `isDisabled`, and from a field that
   * is gone by then what waits for that.
   */
  constructor(value: () => string, onedit: (colour: string) => void, isDisabled: () => boolean) {
    this.#value = value;
    this.#onedit = onedit;
    this.#isDisabled = isDisabled;
  }

  /** What stands in the field. */
  get text(): string {
    return this.#now?.text ?? this.#value();
  }

  get refused(): RefusedColour | null {
    return this.#now?.refused ?? null;
  }

  /** From the first letter until it is judged. Nothing is said of the colour meanwhile. */
  get isBeingTyped(): boolean {
    return this.#now?.isBeingTyped ?? false;
  }

  /** It is not, or not yet, in the theme. */
  get isHeld(): boolean {
    return this.#now !== null && typedColour(this.#now.text) !== this.#now.over;
  }

  /** Listens to a text field that shows `text`. Returns the end. */
  readonly listen = (field: HTMLInputElement): (() => void) => {
    let isPressed = false;
    let hasToJudge = false;
    $effect(() => {
      // It was left when the theme's file went away, and waited for it.
      if (!this.#isDisabled() && document.activeElement !== field) untrack(() => this.#judge());
    });
    const ends = [
      atWindowEnd(() => this.#leaveWaiting()),
      on(field, 'input', () => this.#type(field.value)),
      on(field, 'keydown', (event) => this.#key(event)),
      on(field, 'blur', () => {
        // What was pressed would move away under the pointer, if the field now said that it is wrong.
        if (isPressed && typedColour(this.text) === undefined) hasToJudge = true;
        else this.#judge();
      }),
      on(window, 'mousedown', () => (isPressed = true), { capture: true }),
      on(
        window,
        'mouseup',
        () => {
          isPressed = false;
          if (hasToJudge) this.#judge();
          hasToJudge = false;
        },
        { capture: true },
      ),
    ];
    return () => {
      for (const end of ends) end();
      this.#leaveWaiting();
    };
  };

  /** Takes what was offered for it, or what was typed as it is. */
  use(colour: string): void {
    // What was typed waits for the theme's file.
    if (this.#isDisabled()) return;
    this.#typed = null;
    this.#onedit(colour);
  }

  #type(text: string): void {
    const refused = this.refused;
    const colour = finishedColour(text);
    if (colour !== undefined && colour !== this.#value()) this.#onedit(colour);
    this.#typed = { text, over: this.#value(), refused, isBeingTyped: true };
  }

  /** The field is gone, or its window ends, while the theme's file is away: the colour waits for that without it. */
  #leaveWaiting(): void {
    if (!this.#now?.isBeingTyped || !this.#isDisabled()) return;
    const { text, over } = this.#now;
    this.#typed = null;
    const colour = typedColour(text);
    if (colour !== undefined && colour !== over) this.#onedit(colour);
  }

  #judge(): void {
    if (!this.#now?.isBeingTyped || this.#isDisabled()) return;
    const { text, over } = this.#now;
    const colour = typedColour(text);
    if (colour === undefined && text.trim() !== '' && text !== over) {
      const refused = { text: text.trim(), nearest: nearestColour(text) };
      this.#typed = { text, over, refused, isBeingTyped: false };
      return;
    }
    this.#typed = null;
    if (colour !== undefined && colour !== over) this.#onedit(colour);
  }

  #key(event: KeyboardEvent): void {
    const isUndo = hasMod(event) && !event.shiftKey && !event.altKey && typedKey(event) === 'z';
    if (event.key === 'Enter') {
      if (this.isBeingTyped) event.preventDefault();
      this.#judge();
    } else if ((event.key === 'Escape' || isUndo) && this.isHeld) {
      event.preventDefault();
      event.stopPropagation();
      this.#typed = null;
    }
  }
}
