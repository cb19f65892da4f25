/** Positive where the first is later; what is no time is the earliest. */
export function compareTimes(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => Date.parse(text) || 0);
  return (first ?? 0) - (second ?? 0);
}
