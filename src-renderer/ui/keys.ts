/** How keys are called on the system that Foyer runs on. */
import { platform } from './platform.svelte';

/** Whether the main modifier of a key event is held: Ctrl, and ⌘ on a Mac. */
export function hasMod(event: KeyboardEvent): boolean {
  return platform.name === 'macos' ? event.metaKey : event.ctrlKey;
}

const macCaps: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↵',
};
const caps: Readonly<Record<string, string>> = { Mod: 'Ctrl', Enter: '↵' };

/** The word on a key's cap: `Mod` becomes Ctrl or ⌘; other names stay. */
export function keyCap(key: string): string {
  return (platform.name === 'macos' ? macCaps : caps)[key] ?? key;
}

/** Whether an event goes to something that text is typed in, where plain keys are letters. */
export function isTyping(event: Event): boolean {
  // Heard from outside, an event in a shadow tree (the CSS editor's) seems to come from its host.
  const target = event.composedPath()[0] ?? event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'color', 'range'].includes(target.type)
  );
}

/** Whether a dialog or a menu lies over the window: it has the keys for itself. */
export function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
