/**
 * Reads the Markdown in which Foyer's own pages are written, as data to be drawn: headings,
 * paragraphs, lists, tables, code, and within a line strong, emphasis, code and links. What is none
 * of these is text, so that nothing of a page is lost.
 */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'link'; readonly parts: readonly Inline[] };

export type Line = readonly Inline[];

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly line: Line; readonly id: string }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly Line[][] }
  | { readonly kind: 'code'; readonly text: string };

const marks =
  /`(?<code>[^`]+)`|\*\*(?<strong>.+?)\*\*|(?<![\p{L}\p{N}])_(?<em>[^_]+)_(?![\p{L}\p{N}])|\[(?<link>[^\]]+)\]\([^)]*\)/gu;

/** What is in one line. Of a link its words stay: a page of the app leads nowhere outside it. */
export function inlineOf(text: string): Line {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    const { code, strong, em, link } = match.groups ?? {};
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', parts: inlineOf(strong) });
    else if (em !== undefined) parts.push({ kind: 'em', parts: inlineOf(em) });
    else if (link !== undefined) parts.push({ kind: 'link', parts: inlineOf(link) });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** The words of a line alone. */
export function wordsOf(line: Line): string {
  return line.map((part) => ('text' in part ? part.text : wordsOf(part.parts))).join('');
}

const isTableRow = (line: string) => line.startsWith('|');
const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/gu, '')
    .split('|')
    .map((cell) => inlineOf(cell.trim()));

/** The blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  const lines = page.split(/\r?\n/u);
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const run = (isIn: (each: string) => boolean): string[] => {
      const from = at;
      while (at < lines.length && isIn(lines[at] ?? '')) at += 1;
      return lines.slice(from, at);
    };
    const heading = /^(#{1,6}) (.*)$/u.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      const text = inlineOf(heading[2] ?? '');
      const id = `page-${blocks.length}`;
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, line: text, id });
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      const code = run((each) => !each.startsWith('```'));
      at += 1;
      blocks.push({ kind: 'code', text: code.join('\n') });
    } else if (isTableRow(line)) {
      const [head = '', , ...rows] = run(isTableRow);
      blocks.push({ kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) });
    } else if (line.startsWith('- ')) {
      const items = run((each) => each.startsWith('- ') || /^ +\S/u.test(each));
      blocks.push({ kind: 'list', items: joined(items).map((item) => inlineOf(item)) });
    } else {
      const text = run((each) => each.trim() !== '' && !/^(?:#{1,6} |```|\||- )/u.test(each));
      blocks.push({ kind: 'paragraph', line: inlineOf(text.join(' ')) });
    }
  }
  return blocks;
}

/** The items of a list, each with the lines that go on with it. */
function joined(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) items.push(line.slice(2));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}
