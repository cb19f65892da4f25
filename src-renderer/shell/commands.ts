/**
 * What the window does at a key or at an item of the system's menu, whatever the screen. A screen
 * that handles a key itself says so by `preventDefault`.
 */
import { onEvent } from '../bridge';
import { previewCommands } from '../screens/previews/preview-commands';
import { commands } from '../state/commands.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { hasMod, isCovered, isPressed, isTyping, typedKey } from '../ui/keys';
import { outOfField } from '../ui/out-of-field';
import { platform } from '../ui/platform.svelte';
import { windowActions, type ShellCommands } from './window-actions';

/** Whether a key is a field's own: what types a sign there, or takes back what was typed. */
function isForField(event: KeyboardEvent): boolean {
  if (!isTyping(event)) return false;
  if (hasMod(event)) return typedKey(event) === 'z';
  return !event.altKey || platform.name === 'macos';
}

/** Listens to keys and to the system's menu; returns the end. */
export function listenToCommands(shell: ShellCommands): () => void {
  const offered = () => windowActions(shell).filter(({ isOffered = true }) => isOffered);

  const onkeydown = (event: KeyboardEvent) => {
    // A key that is held down counts once.
    if (event.repeat || event.defaultPrevented || isCovered()) return;
    // A preview that is asked for covers the window as soon as its dialog is drawn.
    if (previewStarter.current || isForField(event)) return;
    const command = [...offered(), ...previewCommands()].find(({ keys }) =>
      keys?.some((way) => isPressed(event, way)),
    );
    if (!command) return;
    event.preventDefault();
    command.run();
  };

  const endMenu = onEvent('app.command', (name) => {
    // These go to what has the focus: `undo-in-field.ts`.
    if (name === 'undo' || name === 'redo') return;
    // Behind a dialog nothing happens, as with the keys.
    if (isCovered() || previewStarter.current) return;
    outOfField(() => [...commands.list, ...offered()].find(({ menu }) => menu === name)?.run());
  });
  window.addEventListener('keydown', onkeydown);
  return () => {
    endMenu();
    window.removeEventListener('keydown', onkeydown);
  };
}
