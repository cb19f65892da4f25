/** Tells a screen reader what happened elsewhere in the window; `Announcements.svelte` speaks it. */

class Announcer {
  #text = $state('');
  #turn = $state(0);

  get text(): string {
    return this.#text;
  }

  /** Grows by one with each announcement, so that the same words are spoken again. */
  get turn(): number {
    return this.#turn;
  }

  say(text: string): void {
    this.#text = text;
    this.#turn += 1;
  }
}

export const announcer = new Announcer();

/** Speaks a short sentence when the reader has finished its own. */
export function announce(text: string): void {
  announcer.say(text);
}
