/** Starts and links that come while Foyer is not ready for them wait here, in order. */

export interface Starts<Start> {
  add(start: Start): void;
  /** Hands over what waited, and from now on each as it comes. */
  follow(take: (start: Start) => void): void;
}

export function createStarts<Start>(): Starts<Start> {
  const waiting: Start[] = [];
  let follower: ((start: Start) => void) | undefined;
  return {
    add(start) {
      if (follower) follower(start);
      else waiting.push(start);
    },
    follow(take) {
      follower = take;
      for (const start of waiting.splice(0)) take(start);
    },
  };
}
