/** What the status bar says about saving; empty where no theme is open. */
class SaveState {
  #text = $state('');

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
  }
}

/** The one save state of this window. The studio sets it, the status bar shows it. */
export const saveState = new SaveState();
