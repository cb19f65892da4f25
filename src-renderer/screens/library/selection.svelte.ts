/** Which themes are chosen in the library's grid. */
import {
  chosenIds,
  noneChosen,
  without,
  withRange,
  withToggled,
  type ChosenIds,
} from './chosen-ids';

export class Selection {
  // Raw: the whole set is replaced, so that choosing ten thousand at once is one change.
  #ids = $state.raw<ChosenIds>(noneChosen);
  #anchor: string | null = null;

  /** Whether nothing is chosen. */
  readonly isEmpty: boolean = $derived(this.#ids.size === 0);

  /** What is chosen: another set as soon as that changes. */
  get ids(): ChosenIds {
    return this.#ids;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Chooses a theme, or lets it go; ranges start from it then. */
  toggle(id: string): void {
    this.#ids = withToggled(this.#ids, id);
    this.#anchor = id;
  }

  /**
   * Chooses everything between the theme toggled last and this one, in the order given. `from` is
   * where the range starts when none was toggled yet, or when that one is not shown any more.
   */
  extend(order: readonly { id: string }[], to: string, from: string): void {
    if (!order.some(({ id }) => id === this.#anchor)) this.#anchor = from;
    this.#ids = withRange(this.#ids, order, this.#anchor ?? from, to);
  }

  choose(ids: readonly string[]): void {
    this.#ids = chosenIds(ids);
  }

  /** Chooses these as well: what a search hides stays chosen. */
  add(ids: readonly string[]): void {
    this.#ids = chosenIds([...this.#ids, ...ids]);
  }

  /** Lets these go; the others stay chosen. */
  letGo(ids: readonly string[]): void {
    this.#ids = without(this.#ids, ids);
    if (this.isEmpty) this.#anchor = null;
  }

  clear(): void {
    this.#ids = noneChosen;
    this.#anchor = null;
  }
}
