/** What the value of a field is called where values are compared. */
import { m } from '@shared/messages/messages';

const words: Readonly<Record<string, () => string>> = {
  none: m.studio_none,
  medium: m.studio_medium,
  large: m.studio_large,
  Color: m.studio_background_colour,
  Image: m.studio_background_picture,
  None: m.studio_background_none,
};

/** In words; what stands for itself, as it is. `null`: the theme doesn't have the field. */
export function valueText(value: string | boolean | null): string {
  if (value === null) return m.studio_not_set();
  if (typeof value === 'boolean') return value ? m.studio_on() : m.studio_off();
  if (value === '') return m.studio_change_empty();
  return words[value]?.() ?? value;
}

/** Tags as one value. Their order tells nothing, so that the same ones are the same. */
export function tagsText(tags: readonly string[]): string {
  return [...tags].sort().join(', ');
}
