/**
 * What an answer has in the place of an id that is known. A number is an id only where the known one is in digits;
 * elsewhere it is that of a row, which is neither this one in another writing nor another one.
 */
export function idBeside(
  known: unknown,
  answered: string | number | boolean | undefined,
): string | undefined {
  if (typeof answered === 'string') return answered;
  const isInDigits = typeof known === 'string' && /^\d+$/u.test(known);
  return isInDigits && typeof answered === 'number' ? String(answered) : undefined;
}
