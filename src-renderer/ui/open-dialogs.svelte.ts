/** How many dialogs lie over the window, so that what nobody asked for there can wait. */
class OpenDialogs {
  #count = $state(0);

  get count(): number {
    return this.#count;
  }

  /** One more; returns its end. */
  add(): () => void {
    this.#count += 1;
    return () => {
      this.#count -= 1;
    };
  }
}

/** The dialogs of this window. */
export const openDialogs = new OpenDialogs();
