/** Starts and links that come while Foyer is not ready for them wait here, in order. */

/** Another start of Foyer, or a link, as the system hands it over. */
export interface SecondStart {
  data: unknown;
}

export interface StartupQueue {
  add(start: SecondStart): void;
  /** Whether something has come that nobody has taken yet. */
  readonly isWaiting: boolean;
  /** Hands over what waited, and from now on each as it comes. */
  follow(take: (start: SecondStart) => void): void;
}

export function createStartupQueue(): StartupQueue {
  const waiting: SecondStart[] = [];
  let follower: ((start: SecondStart) => void) | undefined;
  return {
    add(start) {
      if (follower) follower(start);
      else waiting.push(start);
    },
    get isWaiting() {
      return waiting.length > 0;
    },
    follow(take) {
      follower = take;
      for (const start of waiting.splice(0)) take(start);
    },
  };
}
