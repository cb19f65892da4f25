import { readTypedNumber } from '@shared/typed-number';

/**
 * The next number of chats up or down, in steps of its own size: one by one beside 5, by hundreds
 * beside 500, by five hundreds from a thousand on. Nothing begins at nought, which is the least; what is
 * less than that already stays. `undefined`: what is typed is no number.
 */
export function steppedChats(text: string, by: 1 | -1): number | undefined {
  if (text.trim() === '') return 0;
  const typed = readTypedNumber(text);
  if (typed === undefined) return undefined;
  const step = stepAt(by > 0 ? typed : typed - 1);
  return Math.max(typed + by * step, Math.min(typed, 0));
}

function stepAt(chats: number): number {
  if (chats < 10) return 1;
  if (chats < 100) return 10;
  return chats < 1_000 ? 100 : 500;
}
