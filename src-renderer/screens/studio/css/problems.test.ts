import { cssLanguage } from '@codemirror/lang-css';
import { describe, expect, it } from 'vitest';
import { cssProblems } from './problems';

const known = new Set(['color', 'background', 'letter-spacing']);
const supports = (property: string, value: string) =>
  known.has(property) && (value === 'inherit' || !value.includes('nonsense'));

function problems(text: string): string[] {
  return cssProblems(cssLanguage.parser.parse(text), text, supports).map(
    ({ from, to, severity, message }) => `${severity} «${text.slice(from, to)}» ${message}`,
  );
}

describe('cssProblems', () => {
  it.each([
    '',
    '/* only a comment */',
    '.typebot-button:hover > b { color: red; --own: 1 }',
    '.typebot-host-bubble { color: var(--typebot-button-color) !important }',
    '@media (min-width: 10px) { .text-input { color: red } }',
    '@font-face { font-family: x; font-display: swap }',
    'a { -webkit-box-orient: vertical; }',
    'a { background: url(#here) }',
  ])('%s is fine', (text) => {
    expect(problems(text)).toEqual([]);
  });

  it.each([
    ['.x { color: red;', 'error «{» This brace is never closed.'],
    [
      'a { color: red\n background: blue }',
      'error «color: red\n background: blue» Can’t read this. Is a ; missing?',
    ],
    ['a { color red; }', 'error «color red;» Can’t read this. Write a declaration as name: value;'],
    ['a } b {}', 'error «}» Unexpected closing brace.'],
    ['a { color: var(--typ', 'error «(--typ» A ) is missing.'],
    ['{}', 'error «{» This isn’t valid CSS.'],
    [
      '@import url(x.css);\na {}',
      'warning «@import url(x.css);» The preview ignores @import: it loads nothing from the web.',
    ],
    ['a { colr: red }', 'warning «colr» Unknown property “colr”.'],
    ['a { color: nonsense; }', 'warning «nonsense» Invalid value for “color”.'],
    ['a { color: ; }', 'warning «color» “color” has no value.'],
    [
      'a { background: url(https://example.com/a.png) }',
      'info «url(https://example.com/a.png)» The preview loads nothing from the web, so this shows only in the live chat.',
    ],
    [
      '.typebot-buton { color: red }',
      'info «typebot-buton» Nothing in the chat has the class typebot-buton.',
    ],
  ])('%s', (text, problem) => {
    expect(problems(text)).toContainEqual(problem);
  });

  it('tells one mistake once', () => {
    expect(problems('a { color red; }')).toHaveLength(1);
    expect(problems('a { color: red\n background: blue }')).toHaveLength(1);
  });

  it('ends, whatever the text is', () => {
    expect(problems('}{('.repeat(500)).length).toBeLessThanOrEqual(100);
  });
});
