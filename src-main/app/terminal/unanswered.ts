/**
 * What a command says, and how it ends, when no answer came of it. Then the command alone tells what may have
 * been done: a preview may have been sent, a list sends nothing.
 */
import { m } from '@shared/messages/messages';
import type { CliRequestEnd, TerminalAnswer } from './cli-handoff';
import type { TerminalCommand } from './command-line';
import { exitCodes } from './exit-codes';
import { inOneSentence } from './printed-answer';

/** How a command ends that was handed to the Foyer that runs. */
export function answerOfRequest(ended: CliRequestEnd, command: TerminalCommand): TerminalAnswer {
  switch (ended.kind) {
    case 'answered':
      return ended.answer;
    case 'notTaken':
      return inOneSentence(command.json, exitCodes.notSent, m.terminal_not_taken());
    case 'lost':
      return lostAnswer(command);
  }
}

/** It was taken, and its answer can't be had any more. */
export function lostAnswer(command: TerminalCommand): TerminalAnswer {
  return unanswered(command, { preview: m.terminal_lost(), list: m.terminal_lost_list() });
}

/** Something unforeseen went wrong while it was carried out. */
export function failedAnswer(command: TerminalCommand): TerminalAnswer {
  return unanswered(command, { preview: m.terminal_failed(), list: m.terminal_failed_list() });
}

/** With the sentence for a command of its kind. */
export function unanswered(
  { kind, json }: TerminalCommand,
  sentences: Readonly<Record<TerminalCommand['kind'], string>>,
): TerminalAnswer {
  return inOneSentence(
    json,
    kind === 'list' ? exitCodes.notSent : exitCodes.unknown,
    sentences[kind],
  );
}
