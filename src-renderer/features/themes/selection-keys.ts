/** The keys that choose all of a screen's themes and let them go, from anywhere in the window but a text field. */
import { isCovered, isPressed, isTyping } from '../../ui/keys';
import { selectionActions } from './theme-action-table';

interface SelectionKeys {
  chooseAll: () => void;
  /** Lets go of what is chosen; false where nothing is. */
  letGo: () => boolean;
}

/** Listens until the returned end; elsewhere Ctrl A would mark the window's text. */
export function listenToSelectionKeys({ chooseAll, letGo }: SelectionKeys): () => void {
  const onkeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isCovered() || isTyping(event)) return;
    // What lies beside the screen has keys of its own.
    if (event.target instanceof Element && event.target.closest('[data-beside]')) return;
    if (isPressed(event, selectionActions.all.keys[0])) chooseAll();
    else if (!isPressed(event, selectionActions.clear.keys[0]) || !letGo()) return;
    event.preventDefault();
  };
  window.addEventListener('keydown', onkeydown);
  return () => window.removeEventListener('keydown', onkeydown);
}
