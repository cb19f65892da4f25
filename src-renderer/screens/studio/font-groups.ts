/** The fonts that are suggested, as the list shows them. */
import { m } from '@shared/messages/messages';
import { bundledFonts, isBundledFont, suggestedFonts } from '../../chat/fonts';

export interface FontGroup {
  label: string;
  /** They can be shown in their own face. */
  isAtHand: boolean;
  fonts: string[];
}

/**
 * The fonts whose name has what is sought, those that begin with it first; all for an empty text.
 * The bundled ones come first. A group without fonts is left out.
 */
export function fontGroups(sought: string): FontGroup[] {
  const wanted = sought.trim().toLowerCase();
  const place = (name: string) => {
    const at = name.toLowerCase().indexOf(wanted);
    return at <= 0 ? at : 1;
  };
  const found = (names: readonly string[]) =>
    names.filter((name) => place(name) >= 0).sort((a, b) => place(a) - place(b));
  return [
    { label: m.studio_font_bundled(), isAtHand: true, fonts: found(bundledFonts) },
    {
      label: m.studio_font_others(),
      isAtHand: false,
      fonts: found(suggestedFonts.filter((name) => !isBundledFont(name))),
    },
  ].filter(({ fonts }) => fonts.length > 0);
}
