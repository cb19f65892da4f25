import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyCustomCss } from './custom-css';
import { customCssLimits, customCssTrouble } from './custom-css-limits';

afterEach(() => vi.restoreAllMocks());

/** A frame's window as far as style sheets go; jsdom's has no sheets that can be made. */
function frameWindow() {
  const layout = vi.fn();
  class CSSStyleSheet {
    css = '';
    cssRules: { length: number } = { length: 0 };
    replaceSync(css: string): void {
      if (css.includes('refused')) throw new Error('refused');
      this.css = css;
      this.cssRules = { length: css.split('}').length - 1 };
    }
  }
  const document = {
    adoptedStyleSheets: [] as CSSStyleSheet[],
    body: { getBoundingClientRect: layout },
  };
  const applied = () => document.adoptedStyleSheets.map(({ css }) => css).join();
  return { frame: { CSSStyleSheet, document } as never, document, applied, layout };
}

describe('applyCustomCss', () => {
  it('adopts a sheet of the frame for each text, and none again', () => {
    const { frame, document, applied } = frameWindow();
    const customCss = applyCustomCss(frame, () => undefined);
    customCss.set('a {}');
    const [first] = document.adoptedStyleSheets;
    expect(applied()).toBe('a {}');
    customCss.set('a {}');
    expect(document.adoptedStyleSheets[0]).toBe(first);
    customCss.set('b {}');
    expect(applied()).toBe('b {}');
    expect(document.adoptedStyleSheets[0]).not.toBe(first);
  });

  it.each([
    ['refused', { kind: 'refused' }],
    [`/*${'x'.repeat(customCssLimits.length)}*/`, { kind: 'tooLong', length: 500_004 }],
    ['a{}'.repeat(customCssLimits.rules + 1), { kind: 'tooManyRules', rules: 10_001 }],
    [`@media all ${'{@media all '.repeat(61)}`, { kind: 'tooDeep' }],
  ])('applies nothing of a sheet that is too much, says why, and goes on', (css, trouble) => {
    const { frame, applied } = frameWindow();
    const ontrouble = vi.fn();
    const customCss = applyCustomCss(frame, ontrouble);
    customCss.set('a {}');
    customCss.set(css);
    expect(ontrouble).toHaveBeenLastCalledWith(trouble);
    expect(applied()).toBe('');
    customCss.set('b {}');
    expect(ontrouble).toHaveBeenLastCalledWith(null);
    expect(applied()).toBe('b {}');
  });

  it('takes a slow sheet off, and leaves it off until it is asked for or empty', () => {
    const { frame, applied, layout } = frameWindow();
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const ontrouble = vi.fn();
    const customCss = applyCustomCss(frame, ontrouble);
    layout.mockImplementationOnce(() => (clock += 2_000));
    customCss.set('slow {}');
    expect(ontrouble).toHaveBeenLastCalledWith({ kind: 'tooSlow', ms: 2_000 });
    customCss.set('slow { }');
    expect(applied()).toBe('');
    customCss.applyAgain();
    expect(applied()).toBe('slow { }');
    expect(ontrouble).toHaveBeenLastCalledWith(null);
    layout.mockImplementationOnce(() => (clock += 2_000));
    customCss.set('slow again {}');
    customCss.set('');
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
