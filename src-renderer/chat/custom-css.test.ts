import { describe, expect, it, vi } from 'vitest';
import { wearCustomCss } from './custom-css';

/** A frame's window as far as style sheets go; jsdom's has no sheets that can be made. */
function frameWindow() {
  const replaced: string[] = [];
  class CSSStyleSheet {
    replaceSync(css: string): void {
      if (css.includes('refused')) throw new Error('refused');
      replaced.push(css);
    }
  }
  const frame = { CSSStyleSheet, document: { adoptedStyleSheets: [] as unknown[] } };
  return { frame, replaced };
}

describe('wearCustomCss', () => {
  it('adopts one sheet of the frame and changes it only when the text does', () => {
    const { frame, replaced } = frameWindow();
    const set = wearCustomCss(frame as never, () => undefined);
    const [sheet] = frame.document.adoptedStyleSheets;
    expect(sheet).toBeInstanceOf(frame.CSSStyleSheet);
    set('a {}');
    set('a {}');
    set('b {}');
    expect(replaced).toEqual(['a {}', 'b {}']);
    expect(frame.document.adoptedStyleSheets).toEqual([sheet]);
  });

  it('hands on what the browser refuses, and goes on', () => {
    const { frame, replaced } = frameWindow();
    const onrefused = vi.fn();
    const set = wearCustomCss(frame as never, onrefused);
    set('refused');
    set('b {}');
    expect(onrefused).toHaveBeenCalledOnce();
    expect(replaced).toEqual(['b {}']);
  });
});
