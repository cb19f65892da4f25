/**
 * What the window does at a key or at an item of the system's menu, whatever the screen. A screen
 * that handles a key itself says so by `preventDefault`.
 */
import { onEvent } from '../bridge';
import { choosePreview } from '../screens/previews/preview-commands';
import { libraryView } from '../state/library-view.svelte';
import { navigation } from '../state/navigation.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { hasMod, isCovered, isTyping } from '../ui/keys';
import { transfer } from '../state/transfer.svelte';
import { undoLatestToast } from '../ui/toast';
import { newTheme } from './new-theme';

export interface ShellCommands {
  showShortcuts: () => void;
  showPalette: () => void;
}

function search(): void {
  navigation.go({ screen: 'library' });
  libraryView.askForSearch();
}

/** Asks for files; what came of it is shown over the library. */
function importThemes(): void {
  navigation.go({ screen: 'library' });
  void transfer.importFiles();
}

/** Listens to keys and to the system's menu; returns the end. */
export function listenToCommands({ showShortcuts, showPalette }: ShellCommands): () => void {
  const onkeydown = (event: KeyboardEvent) => {
    // A key that is held down counts once.
    if (event.repeat || event.defaultPrevented || isCovered()) return;
    // A preview that is asked for covers the window as soon as its dialog is drawn.
    if (previewStarter.current) return;
    const run = commandOf(event);
    if (!run) return;
    event.preventDefault();
    run();
  };

  const commandOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (hasMod(event) && !event.shiftKey && !event.altKey) {
      if (event.key.toLowerCase() === 'n') return () => void newTheme();
      if (event.key.toLowerCase() === 'k') return showPalette;
      if (event.key.toLowerCase() === 'o') return importThemes;
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
    if (command === 'importThemes') importThemes();
    if (command === 'search') search();
    if (command === 'settings') navigation.go({ screen: 'settings' });
    if (command === 'shortcuts' && !isCovered()) showShortcuts();
    if (command === 'palette' && !isCovered()) showPalette();
    if (command === 'undo' && navigation.current.screen !== 'studio') undoLatestToast();
  });
  window.addEventListener('keydown', onkeydown);
  return () => {
    endMenu();
    window.removeEventListener('keydown', onkeydown);
  };
}
