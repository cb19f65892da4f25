/**
 * What is typed in a field that gives it on when it is left, at the end of the window: the field is
 * left, so that a name or a colour that nobody has finished is kept as it stands. What waits for its theme
 * by then waits on with main.
 */
import { bridge, onEvent, untilAnswered } from '../bridge';
import { endWindow } from '../state/window-end';
import { report } from '../ui/report';

function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  endWindow();
}

/** Does so when Foyer ends and when the window is closed; returns the end of that. */
export function handOverAtTheEnd(): () => void {
  const endListening = onEvent('app.ending', () => {
    untilAnswered(leaveField)
      .then(() => bridge.app.handedOver())
      .catch(report);
  });
  // A window that is closed is not asked; what it still sends arrives.
  window.addEventListener('beforeunload', leaveField);
  return () => {
    endListening();
    window.removeEventListener('beforeunload', leaveField);
  };
}
