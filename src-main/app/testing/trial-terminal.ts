import { openCliRequest, type CliRequestLimits } from '../terminal/cli-handoff';
import type { TerminalCommand } from '../terminal/command-line';
import { answerOfRequest } from '../terminal/unanswered';

/** A terminal that hands a command over, and what it prints in the end. */
export function trialTerminal(profile: string, asked: TerminalCommand, limits?: CliRequestLimits) {
  const request = openCliRequest(profile, limits);
  const answered = request.end().then((ended) => answerOfRequest(ended, asked));
  return { callId: request.id, answered };
}
