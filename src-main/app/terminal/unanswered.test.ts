/** A command gets no answer: what the terminal says of it, and its exit code. Only a preview may have been sent. */
import { expect, it } from 'vitest';
import type { TerminalCommand } from './command-line';
import { exitCodes } from './exit-codes';
import { answerOfRequest, failedAnswer, lostAnswer } from './unanswered';

const list: TerminalCommand = { kind: 'list', json: false };
const preview: TerminalCommand = { kind: 'preview', json: false, name: 'Booking' };

const ends = [
  [
    'the Foyer that runs does not answer',
    (of: TerminalCommand) => answerOfRequest({ kind: 'lost' }, of),
  ],
  ['Foyer is quit before it has answered', lostAnswer],
  ['something unforeseen goes wrong', failedAnswer],
] as const;

it.each(ends)('the control: a preview may have been sent when %s', (_name, answerOf) => {
  const { code, out, err } = answerOf(preview);
  expect({ code, out }).toEqual({ code: exitCodes.unknown, out: '' });
  expect(err).toContain('A preview may or may not have been sent');
});

it.each(ends)('a list has sent nothing when %s', (_name, answerOf) => {
  const { code, out, err } = answerOf(list);
  expect(err).not.toContain('may or may not');
  expect(err).toContain('Nothing was sent');
  expect({ code, out }).toEqual({ code: exitCodes.notSent, out: '' });
});

it.each([list, preview])('nothing was sent of a $kind that nobody took', (command) => {
  const { code, err } = answerOfRequest({ kind: 'notTaken' }, command);
  expect(code).toBe(exitCodes.notSent);
  expect(err).toContain('Nothing was sent');
});

it('an answer is given as it came', () => {
  const answer = { code: exitCodes.refused, out: 'out', err: 'err' };
  expect(answerOfRequest({ kind: 'answered', answer }, list)).toEqual(answer);
});
