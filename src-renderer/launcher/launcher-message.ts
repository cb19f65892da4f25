/** What the launcher's foot says, each line of one preview. */
import { m } from '@shared/messages/messages';
import type { ShownShortcut } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import type { PreviewRun } from '@shared/sending';
import { mayHaveActed } from '@shared/service/may-have-acted';
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

/** What a person is asked before the first preview to a recipient: of which shortcut, and who it goes to. */
export function questionText(of: { shortcut: ShownShortcut; label: string }): string {
  const { name, to } = of.shortcut;
  return m.launcher_first_question({ name, to, label: of.label });
}

/** Why nothing was sent. */
export function problemMessage(problem: Problem): Content {
  const { what, kept, todo } = problemText(problem);
  return { tone: 'bad', text: joined(what, kept, todo) };
}

/** How a preview ended; nothing while it has not. */
export function endMessage({ outcome, message }: PreviewRun): Content | undefined {
  if (!outcome) return undefined;
  const { tone, title, kept, todo, words } = outcomeText(outcome, 'startChatAppPreview');
  const isAccepted = outcome.kind === 'accepted';
  const said = isAccepted ? message : words && !words.isInternal ? words.text : undefined;
  // One line has room for the service's own words, or for advice where there are none to read. Where it may
  // have arrived, the next one is one press away: what is to be done before comes first, whatever it says.
  const isInDoubt = !isAccepted && mayHaveActed(outcome);
  const advice = isInDoubt ? [kept, todo] : isAccepted || said ? [] : [todo];
  const told = joined(title, ...advice);
  return { tone, text: said ? m.launcher_said({ title: told, message: said }) : told };
}

function joined(...sentences: string[]): string {
  return sentences.filter((one) => one !== '').join(' ');
}

/** A line as it is told now. */
export function withTime(line: LauncherMessage): LauncherMessage {
  return line.tone === 'underWay' ? line : { ...line, at: new Date().toISOString() };
}
