/**
 * What the window does at a key or at an item of the system's menu, whatever the screen. A screen
 * that handles a key itself says so by `preventDefault`.
 */
import { bridge, onEvent } from '../bridge';
import { previewCommands } from '../screens/previews/preview-commands';
import { commands } from '../state/commands.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { focused, hasMod, isCovered, isPressed, isTextField, isTyping, typedKey } from '../ui/keys';
import { outOfField } from '../ui/out-of-field';
import { platform } from '../ui/platform.svelte';
import { report } from '../ui/report';
import { windowActions, type ShellCommands } from './window-actions';

/** Whether a key is a field's own: what types a sign there, or takes back what was typed. */
function isForField(event: KeyboardEvent): boolean {
  if (!isTyping(event)) return false;
  if (hasMod(event)) return typedKey(event) === 'z';
  return !event.altKey || platform.name === 'macos';
}

type FieldCommand = 'undo' | 'redo';

/**
 * The menu's undo is the key's: it goes to what has the focus, and to the text field's own where
 * nobody takes it.
 */
function pressUndo(command: FieldCommand): void {
  const target = focused();
  const isMac = platform.name === 'macos';
  const isTaken = !target.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'z',
      code: 'KeyZ',
      shiftKey: command === 'redo',
      metaKey: isMac,
      ctrlKey: !isMac,
      bubbles: true,
      composed: true,
      cancelable: true,
    }),
  );
  if (isTaken || !isTextField(target)) return;
  bridge.app.undoInField(command).catch(report);
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
    if (name === 'undo' || name === 'redo') return pressUndo(name);
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
