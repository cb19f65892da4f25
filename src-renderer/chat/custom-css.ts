/** Custom CSS in the preview's frame: an adopted style sheet, made with the frame's own constructor. */
import { customCssLimits, customCssTrouble, type CustomCssTrouble } from './custom-css-limits';
import { watchedMs, watchFrames } from './frame-watch';

/** A window as far as style sheets go. */
type FrameWindow = Window & { CSSStyleSheet: typeof CSSStyleSheet };

/** Written out, or with an escape in it: to look at each rule takes long, and few sheets need it. */
const mayNameFontFeatures = /font-feature-values|\\/iu;

/**
 * Takes out what names the features of fonts, before anything is drawn with it: Chromium 114 (Electron
 * 25) ends the page over one that comes after a layer. The preview shows a font without its alternates.
 */
function leaveOutFontFeatures(within: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = within.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = within.cssRules[at];
    if (rule === undefined) continue;
    // By its name: each window has constructors of its own, and the text of a large rule takes long.
    if (rule.constructor.name === 'CSSFontFeatureValuesRule') within.deleteRule(at);
    else if ('deleteRule' in rule) leaveOutFontFeatures(rule as CSSGroupingRule);
  }
}

export interface CustomCss {
  /** Applies this sheet from now on, if it is within the limits. */
  set(css: string): void;
  /** Tries a sheet once more that was taken off for being slow. */
  applyAgain(): void;
  /** Looks after nothing any more. */
  end(): void;
}

/**
 * Applies custom CSS to the frame. `@import` is dropped by the browser, and rules that can't be read
 * are skipped, as in any style sheet. A sheet that is too much is not applied at all, and `ontrouble`
 * hears why; `null` when all is well again. One that turned out slow stays off, however it is edited,
 * until it is empty or a person asks for it: each try could hold the window up again.
 */
export function applyCustomCss(
  frame: FrameWindow,
  ontrouble: (trouble: CustomCssTrouble | null) => void,
): CustomCss {
  let wanted = '';
  let isSlow = false;
  let endWatch = () => undefined as void;

  function tryOn(css: string): CustomCssTrouble | null {
    const trouble = customCssTrouble(css);
    if (trouble) return trouble;
    const start = performance.now();
    // The window's own constructor makes sheets that the frame's document refuses. A new one each time:
    // in one that is used again, Chromium keeps the `@namespace` of what was in it.
    const sheet = new frame.CSSStyleSheet();
    try {
      sheet.replaceSync(css);
    } catch {
      return { kind: 'refused' };
    }
    if (mayNameFontFeatures.test(css)) leaveOutFontFeatures(sheet);
    const rules = sheet.cssRules.length;
    if (rules > customCssLimits.rules) return { kind: 'tooManyRules', rules };
    frame.document.adoptedStyleSheets = [sheet];
    // Asking for a measure makes the browser lay everything out now, so that it can be timed.
    frame.document.body.getBoundingClientRect();
    const ms = performance.now() - start;
    return ms > customCssLimits.ms ? { kind: 'tooSlow', ms } : null;
  }

  function takeOff(trouble: CustomCssTrouble): void {
    frame.document.adoptedStyleSheets = [];
    isSlow = trouble.kind === 'tooSlow';
    ontrouble(trouble);
  }

  function apply(): void {
    endWatch();
    const trouble = tryOn(wanted);
    if (trouble) return takeOff(trouble);
    isSlow = false;
    ontrouble(null);
    if (wanted.trim() !== '') {
      endWatch = watchFrames(() => takeOff({ kind: 'tooSlow', ms: watchedMs }));
    }
  }

  return {
    set(css) {
      if (css === wanted) return;
      wanted = css;
      if (!isSlow || css.trim() === '') apply();
    },
    applyAgain: apply,
    end: () => endWatch(),
  };
}
