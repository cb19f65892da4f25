import { describe, expect, it } from 'vitest';
import news from '../../../CHANGELOG.md?raw';
import guide from '../../../docs/guide.md?raw';
import { blocksOf, inlineOf, wordsOf } from './markdown';

describe('a line', () => {
  it('has strong words, emphasis, code and the words of links', () => {
    expect(inlineOf('**Press `Ctrl K`**, _then_ see [the guide](guide.md) or a_b_c.')).toEqual([
      {
        kind: 'strong',
        parts: [
          { kind: 'text', text: 'Press ' },
          { kind: 'code', text: 'Ctrl K' },
        ],
      },
      { kind: 'text', text: ', ' },
      { kind: 'em', parts: [{ kind: 'text', text: 'then' }] },
      { kind: 'text', text: ' see ' },
      { kind: 'link', parts: [{ kind: 'text', text: 'the guide' }] },
      { kind: 'text', text: ' or a_b_c.' },
    ]);
  });
});

describe('a page', () => {
  it('has headings, paragraphs, lists, tables and code', () => {
    const page =
      '# One\n\nTwo\nlines\n\n- a\n  goes on\n- b\n\n| h | i |\n| - | - |\n| 1 | 2 |\n\n```\nx  y\n```';
    expect(blocksOf(page)).toEqual([
      { kind: 'heading', level: 1, line: inlineOf('One'), id: 'page-0' },
      { kind: 'paragraph', line: inlineOf('Two lines') },
      { kind: 'list', items: [inlineOf('a goes on'), inlineOf('b')] },
      {
        kind: 'table',
        head: [inlineOf('h'), inlineOf('i')],
        rows: [[inlineOf('1'), inlineOf('2')]],
      },
      { kind: 'code', text: 'x  y' },
    ]);
  });

  it.each([
    ['the guide', guide],
    ['what is new', news],
  ])('of Foyer’s own leaves no mark unread: %s', (_name, page) => {
    const blocks = blocksOf(page);
    const lines = blocks.flatMap((block) =>
      block.kind === 'list'
        ? block.items
        : block.kind === 'table'
          ? [...block.head, ...block.rows.flat()]
          : block.kind === 'code'
            ? []
            : [block.line],
    );
    const plain = (line: (typeof lines)[number]): string =>
      line
        .map((part) =>
          'text' in part ? (part.kind === 'text' ? part.text : '') : plain(part.parts),
        )
        .join('');
    for (const line of lines) expect(plain(line), wordsOf(line)).not.toMatch(/\*\*|`|\]\(|^#|^- /u);
    expect(blocks.length).toBeGreaterThan(3);
  });
});
