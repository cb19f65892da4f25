/** How keys are called on the system that Foyer runs on. */
import type { Keys } from '@shared/shared-commands';
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

const eventKeys: Readonly<Record<string, string>> = {
  Del: 'delete',
  Esc: 'escape',
  PgUp: 'pageup',
  PgDn: 'pagedown',
  '←': 'arrowleft',
};

/** What a key types, in small letters: in another alphabet (Russian, Greek) the Latin letter that shares its cap. */
export function typedKey({ key, code }: KeyboardEvent): string {
  const letter = /^(?!\p{sc=Latin})[\p{L}\p{M}]/u.test(key) && /^Key(.)$/u.exec(code)?.[1];
  return (letter || key).toLowerCase();
}

/** Whether an event is of exactly these keys, as `Kbd` shows them. */
export function isPressed(event: KeyboardEvent, keys: Keys): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, code } = event;
  const isMac = platform.name === 'macos';
  const cap = keys.at(-1) ?? '';
  if (hasMod(event) !== keys.includes('Mod') || altKey !== keys.includes('Alt')) return false;
  if (isMac ? ctrlKey : metaKey) return false;
  // Where a sign or a digit stands on the keyboard, and whether Shift types it, differs from country to country.
  if (!altKey && cap === event.key && /^\P{L}$/u.test(cap)) return true;
  if (shiftKey !== keys.includes('Shift')) return false;
  // A digit is on its key also where that types another sign; those that zoom stay what they are.
  if (/^\d$/u.test(cap) && (altKey || !/^[\d+=-]$/u.test(event.key))) return code === `Digit${cap}`;
  return typedKey(event) === (eventKeys[cap] ?? cap.toLowerCase());
}

/** The word on a key's cap: `Mod` becomes Ctrl or ⌘; other names stay. */
export function keyCap(key: string): string {
  return (platform.name === 'macos' ? macCaps : caps)[key] ?? key;
}

/** Whether an event goes to something that text is typed in, where plain keys are letters. */
export function isTyping(event: Event): boolean {
  // Heard from outside, an event in a shadow tree (the CSS editor's) seems to come from its host.
  return isTextField(event.composedPath()[0] ?? event.target);
}

/** Whether text is typed into it. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'color', 'range'].includes(target.type)
  );
}

/** What has the focus, in a shadow tree too. */
export function focused(): Element {
  let inner = document.activeElement;
  while (inner?.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
  return inner ?? document.body;
}

/**
 * Whether a dialog or a menu lies over the window: it has the keys for itself. One that stands beside the
 * work, such as the outbox, doesn't; nor does what else is `beside` it (a selector) for who asks.
 */
export function isCovered(beside = '[data-beside]'): boolean {
  return document.querySelector(`[role="dialog"]:not(${beside}), [role="menu"]`) !== null;
}
