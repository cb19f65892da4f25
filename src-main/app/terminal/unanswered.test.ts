import { describe, expect, it } from 'vitest';
import { mayBeDoneThoughLate } from '@shared/service/late-status';
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { readCommandLine, type TerminalCommand } from './command-line';
import { exitCodeOfOutcome, exitCodes } from './exit-codes';
import { answerTerminal } from './terminal';
import { answerOfRequest, failedAnswer, lostAnswer } from './unanswered';
import { usageErrorAnswer } from './usage-error';

/** A command gets no answer: what the terminal says of it, and its exit code. Only a preview may have been sent. */
describe('a command that gets no answer', () => {
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
});

/** A command with `--json` gets no answer: the script gets one object all the same, like that of other failures. */
describe('a command with `--json` that gets no answer', () => {
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
});

/** A 408 leaves open whether the service acted: a script must be told so. */
describe('a preview that is answered late', () => {
  it('a preview that was answered with 408 ends the command as not known, as its own sentences say', () => {
    const late: Outcome = { kind: 'rejected', status: 408 };
    // The control: what is printed beside the code.
    expect(mayBeDoneThoughLate(408)).toBe(true);
    expect(outcomeText(late, 'startChatAppPreview').tone).toBe('unsure');
    expect(exitCodeOfOutcome({ kind: 'rejected', status: 400 })).toBe(exitCodes.refused);
    expect(exitCodeOfOutcome(late)).toBe(exitCodes.unknown);
  });
});
