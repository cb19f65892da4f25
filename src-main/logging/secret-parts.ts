/** A shorter word stands in other texts by chance. */
const shortestPart = 8;
const separators = /[\s"',;]+|=(?!=*(?:[\s"',;]|$))/u;

/**
 * What is secret of what was entered as one: all of it, and each long word behind another, as services repeat a token
 * without the scheme or the name of the header that it was pasted with.
 */
export function secretParts(entered: string): string[] {
  const whole = entered.trim();
  const behind = whole.split(separators).slice(1);
  return [whole, ...behind.filter((word) => word.length >= shortestPart)];
}
