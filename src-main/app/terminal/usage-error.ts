/** What is said of a command line that makes no sense. */
import { m } from '@shared/messages/messages';
import type { TerminalAnswer } from './cli-handoff';
import type { UsageError } from './command-line';
import { exitCodes } from './exit-codes';
import { told } from './printed-answer';

export function usageErrorText(reason: UsageError): string {
  return `${sentence(reason)}\n${m.terminal_more()}\n`;
}

/** As the command would have been answered: `json` is for a script. */
export function usageErrorAnswer(json: boolean, reason: UsageError): TerminalAnswer {
  const code = exitCodes.usageError;
  if (json) return told({ result: code, sentence: sentence(reason) });
  return { code, out: '', err: usageErrorText(reason) };
}

function sentence(reason: UsageError): string {
  switch (reason.code) {
    case 'unknownCommand':
      return m.terminal_unknown_command(reason);
    case 'unknownOption':
      return m.terminal_unknown_option(reason);
    case 'missingValue':
      return m.terminal_missing_value(reason);
    case 'tooMuch':
      return m.terminal_too_much();
    case 'nothingToStart':
      return m.terminal_nothing_to_start();
    case 'nameAndParts':
      return m.terminal_name_and_parts();
    case 'missingOption':
      return m.terminal_missing_option(reason);
  }
}
