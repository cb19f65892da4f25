/** A command with `--json` gets no answer: the script gets one object all the same, like that of other failures. */
import { expect, it } from 'vitest';
import { readCommandLine, type TerminalCommand } from './command-line';
import { answerTerminal } from './terminal';
import { answerOfRequest, failedAnswer, lostAnswer } from './unanswered';
import { usageErrorAnswer } from './usage-error';

const preview: TerminalCommand = { kind: 'preview', json: true, name: 'Booking' };
const list: TerminalCommand = { kind: 'list', json: true };

const lost = (command: TerminalCommand) => answerOfRequest({ kind: 'lost' }, command);
const notTaken = (command: TerminalCommand) => answerOfRequest({ kind: 'notTaken' }, command);

it('the control: a name that no shortcut has', async () => {
  const { out, err } = await answerTerminal(preview, {
    previews: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
    connections: () => ({ list: [], currentId: null }),
    start: () => Promise.reject(new Error('nothing is to be sent')),
  });
  expect(err).toBe('');
  expect(JSON.parse(out)).toEqual({
    ...{ result: 'usageError', exitCode: 2 },
    sentence: 'There is no preview shortcut named Booking. See foyer list.',
  });
});

it.each([
  ['a preview that is lost', lost(preview), 'unknown', 4, 'didn’t answer. A preview may'],
  ['a preview that Foyer was quit before', lostAnswer(preview), 'unknown', 4, 'A preview may'],
  ['a preview that failed inside', failedAnswer(preview), 'unknown', 4, 'Something went wrong'],
  ['a preview that nobody took', notTaken(preview), 'notSent', 3, 'Nothing was sent.'],
  ['a list that is lost', lost(list), 'notSent', 3, 'didn’t answer. Nothing was sent.'],
  ['a list that failed inside', failedAnswer(list), 'notSent', 3, 'Something went wrong'],
  ['a list that nobody took', notTaken(list), 'notSent', 3, 'Nothing was sent.'],
])('%s', (_name, answer, result, exitCode, sentence) => {
  expect(answer).toMatchObject({ code: exitCode, err: '' });
  expect(JSON.parse(answer.out)).toEqual({
    ...{ result, exitCode },
    sentence: expect.stringContaining(sentence) as string,
  });
});

it.each([
  ['preview --bot b1 --json', '--to is missing.'],
  ['preview --json --bot', '--bot needs a value.'],
  ['preview --to --json', '--to needs a value.'],
  ['list --all --json', 'There is no option --all.'],
])('words that make no sense: %s', (words, sentence) => {
  const { asked } = readCommandLine(words.split(' '), { folder: '/', exists: () => false });
  if (asked.kind !== 'usageError') throw new Error('these words make sense');
  const { code, out, err } = usageErrorAnswer(asked.json, asked.reason);
  expect({ code, err }).toEqual({ code: 2, err: '' });
  expect(JSON.parse(out)).toEqual({ result: 'usageError', exitCode: 2, sentence });
});

it('the control: without it, words', () => {
  const { asked } = readCommandLine(['list', '--all'], { folder: '/', exists: () => false });
  if (asked.kind !== 'usageError') throw new Error('these words make sense');
  const { code, out, err } = usageErrorAnswer(asked.json, asked.reason);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('See foyer --help.');
});
