/** What the text of a JSON value is made of; what is empty is one piece. */
const pieces = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s"{}[\],:]+/gu;

/** Nested deeper, the blanks before the lines would be most of the text. */
const deepest = 100;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * JSON set out over lines; any other text, also JSON that was cut, as it came. Numbers stay as they are
 * written: read and written again, an id of 64 bits would be another, and `1.0` would be `1`.
 */
export function indentedJson(text: string): string {
  if (!isJson(text)) return text;
  let depth = 0;
  let lines = '';
  const nextLine = () => `\n${'  '.repeat(depth)}`;
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === '{' || piece === '[') {
      depth += 1;
      if (depth > deepest) return text;
      lines += piece + nextLine();
    } else if (piece === '}' || piece === ']') {
      depth -= 1;
      lines += nextLine() + piece;
    } else if (piece === ',') lines += piece + nextLine();
    else if (piece === ':') lines += ': ';
    else if (/^[{[]/u.test(piece)) lines += piece.replace(/\s/gu, '');
    // Letters of any script are read as letters, however they were escaped.
    else lines += piece.includes('\\') ? JSON.stringify(JSON.parse(piece)) : piece;
  }
  return lines;
}
