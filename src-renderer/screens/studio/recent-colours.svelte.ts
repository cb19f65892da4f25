/** The colours that were last chosen, while the app runs: for choosing one of them again. */

const most = 8;

class RecentColours {
  #list = $state.raw<readonly string[]>([]);

  /** As hex, the last one first. */
  get list(): readonly string[] {
    return this.#list;
  }

  add(hex: string): void {
    this.#list = [hex, ...this.#list.filter((other) => other !== hex)].slice(0, most);
  }
}

export const recentColours = new RecentColours();
