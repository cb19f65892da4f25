/** For tests: chance that is the same each time for the same seed. */

let state = 1;

/** From now on the same numbers come for the same seed. */
export function seedChance(seed: number): void {
  state = seed | 0 || 1;
}

/** One of `0` to `below - 1`. */
export function chance(below: number): number {
  // Xorshift, 32 bits.
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

/** As Node's `randomBytes`, for what is made of it to be the same each time, too. */
export function chanceBytes(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => chance(256)));
}
