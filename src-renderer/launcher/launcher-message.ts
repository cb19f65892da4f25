/** What the launcher's foot says, each line of one preview. */
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import type { PreviewRun } from '@shared/sending';
import { outcomeText } from '@shared/service/outcome-text';
import type { Tone } from '../ui/tone';

/** A line in the foot: of a preview that was sent, or of a press by which nothing was. */
export interface LauncherMessage {
  id: number;
  /** The recipient of what was sent. */
  to: string | null;
  /** What is under way. */
  sent?: { connectionId: string; botId: string; to: string };
  tone: Tone | 'underWay';
  text: string;
  /** When it was told, ISO 8601; not of what is under way. */
  at?: string;
}

/** What a line says, apart from which one it is. */
type Content = Pick<LauncherMessage, 'tone' | 'text'>;

/** Why nothing was sent. */
export function problemMessage(problem: Problem): Content {
  const { what, kept, todo } = problemText(problem);
  return { tone: 'bad', text: [what, kept, todo].filter((one) => one !== '').join(' ') };
}

/** How a preview ended; nothing while it has not. */
export function endMessage({ outcome, message }: PreviewRun): Content | undefined {
  if (!outcome) return undefined;
  const { tone, title, todo, words } = outcomeText(outcome, 'startChatAppPreview');
  // One line has room for the service's own words, in quotes, or for advice where there are none to read.
  const isAccepted = outcome.kind === 'accepted';
  const said = isAccepted ? message : words && !words.isInternal ? words.text : undefined;
  if (said) return { tone, text: m.launcher_said({ title, message: said }) };
  return { tone, text: isAccepted ? title : `${title} ${todo}`.trim() };
}

/** A line as it is told now. */
export function withTime(line: LauncherMessage): LauncherMessage {
  return line.tone === 'underWay' ? line : { ...line, at: new Date().toISOString() };
}
