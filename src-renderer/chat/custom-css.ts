/** Custom CSS in the preview's frame: an adopted style sheet, made with the frame's own constructor. */

/** A window as far as style sheets go. */
type FrameWindow = Window & { CSSStyleSheet: typeof CSSStyleSheet };

/**
 * Makes the frame wear custom CSS and returns how to change it. `@import` is dropped by the browser,
 * and rules that can't be read are skipped, as in any style sheet. What the browser refuses outright
 * is given to `onrefused`, and the sheet before stays.
 */
export function wearCustomCss(
  frame: FrameWindow,
  onrefused: (error: unknown) => void,
): (css: string) => void {
  // The window's own constructor makes sheets that the frame's document refuses.
  const sheet = new frame.CSSStyleSheet();
  frame.document.adoptedStyleSheets = [sheet];
  let worn = '';
  return (css) => {
    if (css === worn) return;
    worn = css;
    try {
      sheet.replaceSync(css);
    } catch (error) {
      onrefused(error);
    }
  };
}
