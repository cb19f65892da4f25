/** Those who hear of one thing that a room tells, in the order in which they came. */
export interface Listeners<Told extends unknown[]> {
  add(listener: (...told: Told) => void): void;
  /** For the room that tells. */
  readonly tell: (...told: Told) => void;
}

/** For rooms that take the one who hears of them when they are built: others are built later. */
export function createListeners<Told extends unknown[]>(): Listeners<Told> {
  const all: ((...told: Told) => void)[] = [];
  return {
    add(listener) {
      all.push(listener);
    },
    tell(...told) {
      for (const listener of all) listener(...told);
    },
  };
}
