/**
 * What the window does at a key or at an item of the system's menu, whatever the screen. A screen
 * that handles a key itself says so by `preventDefault`.
 */
import { bridge, onEvent } from '../bridge';
import { choosePreview } from '../screens/previews/preview-commands';
import { libraryView } from '../state/library-view.svelte';
import { navigation } from '../state/navigation.svelte';
import { report } from '../state/report';
import { hasMod, isTyping } from '../ui/keys';
import { undoLatestToast } from '../ui/toast';

export interface ShellCommands {
  showShortcuts: () => void;
}

let isCreating = false;

/** Makes a theme and opens it in the studio; a second press while it is made does nothing. */
async function newTheme(): Promise<void> {
  if (isCreating) return;
  isCreating = true;
  try {
    const { id } = await bridge.library.create({});
    navigation.go({ screen: 'studio', themeId: id });
  } catch (error) {
    report(error);
  } finally {
    isCreating = false;
  }
}

function search(): void {
  navigation.go({ screen: 'library' });
  libraryView.askForSearch();
}

/** Listens to keys and to the system's menu; returns the end. */
export function listenToCommands({ showShortcuts }: ShellCommands): () => void {
  const onkeydown = (event: KeyboardEvent) => {
    // A dialog has the keys for itself, and a key that is held down counts once.
    if (event.repeat || event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
    const run = commandOf(event);
    if (!run) return;
    event.preventDefault();
    run();
  };

  const commandOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (hasMod(event) && !event.shiftKey && !event.altKey) {
      if (event.key.toLowerCase() === 'n') return () => void newTheme();
      if (/^[1-9]$/u.test(event.key)) return choosePreview(Number(event.key));
      if (event.key === ',') return () => navigation.go({ screen: 'settings' });
      if (event.key.toLowerCase() === 'z' && !isTyping(event)) {
        return navigation.current.screen === 'studio' ? undefined : undoLatestToast;
      }
      return undefined;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return undefined;
    if (event.key === '?') return showShortcuts;
    if (event.key === '/' && navigation.current.screen !== 'studio') return search;
    return undefined;
  };

  const endMenu = onEvent('app.command', (command) => {
    if (command === 'newTheme') void newTheme();
    if (command === 'search') search();
    if (command === 'settings') navigation.go({ screen: 'settings' });
    if (command === 'shortcuts') showShortcuts();
    if (command === 'undo' && navigation.current.screen !== 'studio') undoLatestToast();
  });
  window.addEventListener('keydown', onkeydown);
  return () => {
    endMenu();
    window.removeEventListener('keydown', onkeydown);
  };
}
