/** Tells in a notification how a preview ended, for when no window can. */
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import type { PreviewRun } from '@shared/sending';
import { outcomeText } from '@shared/service/outcome-text';
import { Notification } from 'electron';
import { createShownNotifications } from './shown-notifications';

let tellFailure: (detail: string) => void = () => undefined;
let isFailureTold = false;

/** Calls back once, when the system refuses to show a notification: macOS does for an unsigned build. */
export function onNotificationsRefused(listener: (detail: string) => void): void {
  tellFailure = listener;
}

const shown = createShownNotifications((detail) => {
  if (isFailureTold) return;
  isFailureTold = true;
  tellFailure(detail);
});

function show(title: string, lines: readonly string[], onOpen: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    title,
    body: lines.filter((line) => line !== '').join('\n'),
  });
  shown.show(notification, onOpen);
}

/** How a run ended. A click opens Foyer. */
export function notifyOfEnd(run: PreviewRun, onOpen: () => void): void {
  if (run.outcome === null) return;
  const { title, kept, todo, words } = outcomeText(run.outcome, 'startChatAppPreview');
  const reason = words && !words.isInternal ? `${m.outcome_words_service()} ${words.text}` : '';
  const said = run.message === undefined ? '' : `${m.outcome_words_service()} ${run.message}`;
  show(title, [run.input.to, kept, todo, reason, said], onOpen);
}

/** Foyer was asked to come to the front, and the desktop did not let it. */
export function notifyOfOpen(onOpen: () => void): void {
  show(m.open_behind(), [m.open_behind_todo()], onOpen);
}

/** Why nothing was sent. */
export function notifyOfProblem(problem: Problem, onOpen: () => void): void {
  const { what, kept, todo } = problemText(problem);
  show(what, [kept, todo], onOpen);
}
