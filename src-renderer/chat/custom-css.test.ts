import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyCustomCss } from './custom-css';
import { customCssLimits, customCssTrouble } from './custom-css-limits';

afterEach(() => vi.restoreAllMocks());

/** A frame's window as far as style sheets go; jsdom's has no sheets that can be made. */
function frameWindow() {
  const replaced: string[] = [];
  const layout = vi.fn();
  class CSSStyleSheet {
    cssRules: { length: number } = { length: 0 };
    replaceSync(css: string): void {
      if (css.includes('refused')) throw new Error('refused');
      replaced.push(css);
      this.cssRules = { length: css.split('}').length - 1 };
    }
  }
  const document = { adoptedStyleSheets: [] as unknown[], body: { getBoundingClientRect: layout } };
  return { frame: { CSSStyleSheet, document } as never, document, CSSStyleSheet, replaced, layout };
}

describe('applyCustomCss', () => {
  it('adopts one sheet of the frame and changes it only when the text does', () => {
    const { frame, document, CSSStyleSheet, replaced } = frameWindow();
    const applied = applyCustomCss(frame, () => undefined);
    const [sheet] = document.adoptedStyleSheets;
    expect(sheet).toBeInstanceOf(CSSStyleSheet);
    applied.set('a {}');
    applied.set('a {}');
    applied.set('b {}');
    expect(replaced).toEqual(['a {}', 'b {}']);
    expect(document.adoptedStyleSheets).toEqual([sheet]);
  });

  it.each([
    ['refused', { kind: 'refused' }],
    [`/*${'x'.repeat(customCssLimits.length)}*/`, { kind: 'tooLong', length: 500_004 }],
    ['a{}'.repeat(customCssLimits.rules + 1), { kind: 'tooManyRules', rules: 10_001 }],
    [`@media all ${'{@media all '.repeat(61)}`, { kind: 'tooDeep' }],
  ])('wears nothing of a sheet that is too much, says why, and goes on', (css, trouble) => {
    const { frame, replaced } = frameWindow();
    const ontrouble = vi.fn();
    const applied = applyCustomCss(frame, ontrouble);
    applied.set('a {}');
    applied.set(css);
    expect(ontrouble).toHaveBeenLastCalledWith(trouble);
    expect(replaced.at(-1)).toBe('');
    applied.set('b {}');
    expect(ontrouble).toHaveBeenLastCalledWith(null);
    expect(replaced.at(-1)).toBe('b {}');
  });

  it('takes a slow sheet off, and leaves it off until it is asked for or empty', () => {
    const { frame, replaced, layout } = frameWindow();
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const ontrouble = vi.fn();
    const applied = applyCustomCss(frame, ontrouble);
    layout.mockImplementationOnce(() => (clock += 2_000));
    applied.set('slow {}');
    expect(ontrouble).toHaveBeenLastCalledWith({ kind: 'tooSlow', ms: 2_000 });
    applied.set('slow { }');
    expect(replaced).toEqual(['slow {}', '']);
    applied.applyAgain();
    expect(replaced.at(-1)).toBe('slow { }');
    expect(ontrouble).toHaveBeenLastCalledWith(null);
    layout.mockImplementationOnce(() => (clock += 2_000));
    applied.set('slow again {}');
    applied.set('');
    expect(ontrouble).toHaveBeenLastCalledWith(null);
  });
});

describe('customCssTrouble', () => {
  it.each([
    ['nothing', ''],
    ['brackets that open and close', '@media all { a { color: rgb(1, 2, 3) } }'.repeat(2_000)],
    ['brackets in a string', `a::after { content: "${'('.repeat(100)}" }`],
    ['brackets in a comment', `/* ${'{'.repeat(100)} */`],
    ['escaped brackets', `.a${'\\('.repeat(100)} {}`],
    ['closing brackets alone', '}'.repeat(100)],
  ])('takes %s', (_what, css) => {
    expect(customCssTrouble(css)).toBeNull();
  });

  it.each([
    ['blocks', '{'.repeat(61)],
    ['calc', `a { width: calc${'('.repeat(61)} }`],
    ['attributes', '['.repeat(61)],
    ['after a string that ends with its line', `a { content: "\n${'('.repeat(61)}`],
    ['after a comment', `/**/${'('.repeat(61)}`],
  ])('refuses %s within each other without end', (_what, css) => {
    expect(customCssTrouble(css)).toEqual({ kind: 'tooDeep' });
  });
});
