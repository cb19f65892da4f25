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

function keyOf(code: string): string | undefined {
  const plain = /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2}))$/u.exec(code);
  return plain ? (plain[1] ?? plain[2] ?? plain[3]) : named[code];
}

/**
 * What was pressed, if it makes a global shortcut: a key that is typed is one only together with
 * Ctrl, Alt, ⌘ or the like; a function key is one alone.
 */
export function pressedKeys(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>,
): string | undefined {
  const key = keyOf(event.code);
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
