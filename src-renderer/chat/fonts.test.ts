import { describe, expect, it, vi } from 'vitest';
import { fontStack, isBundledFont, isFontAtHand, suggestedFonts } from './fonts';

describe('fontStack', () => {
  it.each([
    ['Open Sans', '"Open Sans", sans-serif'],
    ['lora', '"lora", serif'],
    ['IBM Plex Mono', '"IBM Plex Mono", monospace'],
    ['Caveat', '"Caveat", cursive'],
    ['Nothing Mono', '"Nothing Mono", monospace'],
    ['Acme Slab', '"Acme Slab", serif'],
    ['PT Sans', '"PT Sans", sans-serif'],
    ['Frobnicate', '"Frobnicate", sans-serif'],
    ['  Inter ', '"Inter", sans-serif'],
    ['', 'sans-serif'],
    ['a", url(x); color: red; \\', '"a, url(x); color: red;", sans-serif'],
    ['line\nbreak', '"linebreak", sans-serif'],
  ])('%j is %s', (name, stack) => {
    expect(fontStack(name)).toBe(stack);
  });
});

describe('fonts', () => {
  it('suggests each name once, the bundled ones among them', () => {
    expect(new Set(suggestedFonts).size).toBe(suggestedFonts.length);
    expect(suggestedFonts.filter(isBundledFont)).toEqual(['Open Sans', 'Inter']);
  });

  it('knows the bundled ones to be at hand', () => {
    expect(isFontAtHand('open sans')).toBe(true);
  });

  it('tells an installed one by its width', () => {
    const context = {
      font: '',
      measureText: () => ({ width: context.font.includes('"Gill Sans"') ? 300 : 200 }),
    };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    expect(isFontAtHand('Gill Sans')).toBe(true);
    expect(isFontAtHand('Merriweather')).toBe(false);
    expect(isFontAtHand('  ')).toBe(false);
  });
});
