/** For tests: random numbers that are the same each time for the same seed. */

let state = 1;

/** From now on the numbers of this seed come. */
export function seedRandom(seed: number): void {
  state = seed | 0 || 1;
}

/** One of `0` to `below - 1`. */
export function randomBelow(below: number): number {
  // Xorshift, 32 bits.
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

/** As Node's `randomBytes`, for what is made of it to be the same each time, too. */
export function seededBytes(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => randomBelow(256)));
}
