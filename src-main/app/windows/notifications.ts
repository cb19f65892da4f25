/** Tells in a notification how a preview ended, for when no window can. */
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import type { PreviewRun } from '@shared/sending';
import { outcomeText } from '@shared/service/outcome-text';
import { Notification } from 'electron';

function show(title: string, lines: readonly string[], onOpen: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    title,
    body: lines.filter((line) => line !== '').join('\n'),
  });
  notification.on('click', onOpen);
  notification.show();
}

/** How a run ended. A click opens Foyer. */
export function notifyOfEnd(run: PreviewRun, onOpen: () => void): void {
  if (run.outcome === null) return;
  const { title, kept, todo, words } = outcomeText(run.outcome, 'startChatAppPreview');
  const reason = words && !words.isInternal ? `${m.outcome_words_service()} ${words.text}` : '';
  show(title, [run.input.to, kept, todo, reason], onOpen);
}

/** Why nothing was sent. */
export function notifyOfProblem(problem: Problem, onOpen: () => void): void {
  const { what, kept, todo } = problemText(problem);
  show(what, [kept, todo], onOpen);
}
