/** A number as a person types it. */

/**
 * The number that a text says, the same to every reader; `undefined` where it says none, might mean another, or is too large to be kept as typed. A text of
 * `1,500` or `2 000` is no number, and `2.000` is two thousand where a dot groups digits, and two to a program.
 */
export function readTypedNumber(text: string): number | undefined {
  const typed = text.trim();
  // Number() alone would take `0x10`, `Infinity` and an empty text.
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(typed)) return undefined;
  if (/^[+-]?\d{1,3}(?:\.\d{3})+$/u.test(typed)) return undefined;
  // Plus zero, because JSON has no minus zero.
  const value = Number(typed) + 0;
  // Beyond that a program writes another number than the one that was typed.
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
}
