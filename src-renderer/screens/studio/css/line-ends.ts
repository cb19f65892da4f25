/**
 * Line ends of a style sheet. The editor knows one kind of them; a theme's text may have others, or
 * several, as files from Windows do. So the editor's changes are made to the text itself, and what
 * nobody touched stays as it was, character for character.
 */
import type { ChangeSet } from '@codemirror/state';

/** The text as the editor shows it: each line end is one `\n`. */
export function shownText(text: string): string {
  return text.replace(/\r\n?/gu, '\n');
}

/**
 * The text after a change in the editor, whose document was `shownText(text)` and is now `shown`.
 * Lines that are added end as the first line of the text does.
 */
export function textAfter(text: string, changes: ChangeSet, shown: string): string {
  if (!text.includes('\r')) return shown;
  const lineEnd = /\r\n?|\n/u.exec(text)?.[0] ?? '\n';
  const pairs = pairsOf(text);
  let passed = 0;
  /** Where a place of the editor's document is in the text. Places must not go backwards. */
  const placeOf = (shownAt: number): number => {
    while (passed < pairs.length && (pairs[passed] ?? 0) < shownAt) passed += 1;
    return shownAt + passed;
  };
  const pieces: string[] = [];
  let done = 0;
  changes.iterChanges((from, to, _fromNow, _toNow, inserted) => {
    pieces.push(text.slice(done, placeOf(from)), inserted.toString().replaceAll('\n', lineEnd));
    done = placeOf(to);
  });
  pieces.push(text.slice(done));
  const after = pieces.join('');
  // Where `\r` and `\n` came to stand side by side, two line ends would be read as one.
  return shownText(after) === shown ? after : shown.replaceAll('\n', lineEnd);
}

/** The line ends of two characters, by their places in the editor's document. */
function pairsOf(text: string): number[] {
  const pairs: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) {
    pairs.push(at - pairs.length);
  }
  return pairs;
}
