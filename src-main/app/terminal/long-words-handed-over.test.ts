/**
 * Words of more than 4,000 characters are typed while Foyer runs (a script put a whole file into a variable). What was
 * asked for is the same as where no Foyer runs: files are opened whatever the link behind them is, and a preview by a
 * name that nobody has ends as wrong use (exit code 2) and opens no window.
 */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readCommandLine } from './command-line';
import { readHandedStart } from './handed-start';
import { canHandOver, startMessage } from './start-message';

const folder = resolve('/home/ada');
const callId = '0'.repeat(32);

/** What the start that was given the words makes of them, and what the Foyer that runs takes over. */
function asked(words: string[]) {
  const { asked: own } = readCommandLine(words, { folder, exists: () => false });
  const message = startMessage(own, callId);
  expect(canHandOver(['foyer', ...words], folder, message)).toBe(true);
  return { own, taken: readHandedStart(message) };
}

const long = 'x'.repeat(4_001);

it.each<[string, string[]]>([
  ['the control: a file and a link', ['a.foyer', 'foyer://theme/x']],
  ['the control: a preview', ['preview', 'Booking']],
  ['a file and a long link', ['a.foyer', `foyer://theme/${long}`]],
  ['a preview of a long name', ['preview', long]],
  ['a preview to a long recipient', ['preview', '--bot', 'b', '--to', long]],
])('%s', (_, words) => {
  const { own, taken } = asked(words);
  expect(own.kind).toMatch(/^(?:files|preview)$/u);
  expect(taken.asked.kind).toBe(own.kind);
  expect(taken.callId).toBe(callId);
});
