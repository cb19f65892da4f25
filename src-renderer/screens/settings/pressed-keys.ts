/** Keys as a person presses them, in Electron's words (`CommandOrControl+Shift+P`) and as caps. */

const named: Readonly<Record<string, string>> = {
  Space: 'Space',
  Enter: 'Enter',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** The signs that Electron has words for, as they are typed without Shift. */
const signs = new Set(Object.values(named).filter((name) => name.length === 1));

/**
 * What is printed on a key: the system looks for the key that types a letter, wherever it lies on
 * AZERTY or QWERTZ. Where a key types nothing of that, because of Option or another alphabet, it is
 * called by its place. Digits always are, and a sign typed with Shift is not what the key is called by.
 */
function keyOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string | undefined {
  const digit = /^Digit(\d)$/u.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (/^[a-z]$/iu.test(key)) return key.toUpperCase();
  if (!shiftKey && signs.has(key)) return key;
  return /^(?:Key)?([A-Z]|F\d{1,2})$/u.exec(code)?.[1] ?? named[code];
}

/**
 * What was pressed, if it makes a global shortcut: a key that is typed is one only together with
 * Ctrl, Alt, ⌘ or the like; a function key is one alone.
 */
export function pressedKeys(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>,
): string | undefined {
  const key = keyOf(event);
  if (key === undefined) return undefined;
  const holds = event.ctrlKey || event.altKey || event.metaKey;
  if (!holds && !/^F\d/u.test(key)) return undefined;
  const words = [
    event.ctrlKey ? 'Control' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey ? 'Shift' : '',
    event.metaKey ? 'Super' : '',
    key,
  ];
  return words.filter((word) => word !== '').join('+');
}

/** The caps to show, for a Mac or not. */
export function capsOf(keys: string, isMac: boolean): string[] {
  const mac: Record<string, string> = { Control: '⌃', Alt: '⌥', Shift: '⇧', Super: '⌘' };
  const other: Record<string, string> = { Control: 'Ctrl' };
  return keys.split('+').map((key) => (isMac ? mac : other)[key] ?? key);
}
