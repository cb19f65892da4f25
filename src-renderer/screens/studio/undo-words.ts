/** What a step of undo is called, by the places in the theme that it changes. */
import { m } from '@shared/messages/messages';
import { themeFieldNames } from '@shared/theme/field-names';
import { fieldName, sectionOf, sections } from '../../features/themes/theme-sections';

const fields: readonly string[] = themeFieldNames;

/** The part of the theme, or of what is around it, that a place belongs to. */
function partName(place: string): string {
  if (place === 'name') return fieldName(place);
  if (place === 'tags') return m.studio_field_tags();
  const id = sectionOf(place);
  return sections.find((section) => section.id === id)?.label() ?? m.studio_step_rest();
}

/**
 * A short name: "Buttons, background" for one field, "Buttons" for several of a section, "3 parts
 * of the theme" for more. Empty where nothing is known.
 */
function stepName(places: readonly string[]): string {
  const [first, ...others] = places;
  if (first === undefined) return '';
  if (others.length === 0 && fields.includes(first)) return fieldName(first);
  const parts = [...new Set(places.map(partName))];
  return parts.length === 1 ? (parts[0] ?? '') : m.studio_step_parts({ count: parts.length });
}

/** What the next undo would do; just "Undo" where it is not known what that is. */
export function undoText(places: readonly string[]): string {
  const what = stepName(places);
  return what === '' ? m.studio_undo() : m.studio_undo_step({ what });
}

/** What the next redo would do. */
export function redoText(places: readonly string[]): string {
  const what = stepName(places);
  return what === '' ? m.studio_redo() : m.studio_redo_step({ what });
}
