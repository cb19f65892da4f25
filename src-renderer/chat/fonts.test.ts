/* eslint-disable @typescript-eslint/no-restricted-imports -- the test runner leaves style sheets
   out, so these are read as files */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
/* eslint-enable @typescript-eslint/no-restricted-imports */
import { describe, expect, it, vi } from 'vitest';
import {
  bundledFonts,
  fontStack,
  isBundledFont,
  isFontAtHand,
  standInFor,
  suggestedFonts,
} from './fonts';

describe('fontStack', () => {
  it.each([
    ['Open Sans', '"Open Sans", sans-serif'],
    ['lora', '"lora", serif'],
    ['IBM Plex Mono', '"IBM Plex Mono", monospace'],
    ['Caveat', '"Caveat", cursive'],
    ['Nothing Mono', '"Nothing Mono", monospace'],
    ['Acme Slab', '"Acme Slab", "Merriweather", serif'],
    ['PT Sans', '"PT Sans", "Open Sans", sans-serif'],
    ['Frobnicate', '"Frobnicate", "Open Sans", sans-serif'],
    ['  Inter ', '"Inter", sans-serif'],
    ['', 'sans-serif'],
    ['a", url(x); color: red; \\', '"a, url(x); color: red;", "Open Sans", sans-serif'],
    ['line\nbreak', '"linebreak", "Open Sans", sans-serif'],
  ])('%j is %s', (name, stack) => {
    expect(fontStack(name)).toBe(stack);
  });
});

describe('fonts', () => {
  it('bundles two weights of each that it says it bundles', () => {
    const sheets = ['fonts.css', '../ui/fonts.css']
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .join('');
    for (const name of bundledFonts) {
      const faces = sheets.split('@font-face').filter((face) => face.includes(name));
      const weights = faces.map((face) => /font-weight: (\d+)/u.exec(face)?.[1]);
      expect(new Set(weights).size, name).toBeGreaterThanOrEqual(2);
    }
  });

  it('names what stands in for one', () => {
    expect(standInFor('Rubik')).toEqual({ font: 'Open Sans' });
    expect(standInFor('Bitter')).toEqual({ font: 'Merriweather' });
    expect(standInFor('Fira Code')).toEqual({ generic: 'monospace' });
  });

  it('suggests each name once, the bundled ones among them', () => {
    expect(new Set(suggestedFonts).size).toBe(suggestedFonts.length);
    expect(suggestedFonts.filter(isBundledFont)).toEqual(bundledFonts);
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
    expect(isFontAtHand('PT Serif')).toBe(false);
    expect(isFontAtHand('  ')).toBe(false);
  });
});
