/** What the service made of a theme, as changes to the theme in the library. Pure. */
import type { Publication } from '@shared/theme/theme';
import { readThemeField } from '@shared/theme/field-access';
import { themeFieldNames } from '@shared/theme/field-names';
import { themeEditSchema, type ThemeEdit } from '@shared/theme/fields';

type Tree = Record<string, unknown>;

function tree(value: unknown): Tree | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Tree)
    : undefined;
}

function at(root: Tree, path: string): unknown {
  let value: unknown = root;
  for (const key of path.split('.')) {
    const parent = tree(value);
    value = parent && Object.hasOwn(parent, key) ? parent[key] : undefined;
  }
  return value;
}

/** Where else a service of another dialect keeps it (presets, `roundnessIn`). */
const otherPlaces: Readonly<Record<string, string>> = { roundness: 'chat.roundness' };

/**
 * The edits that make of what was sent what was answered; only of documented fields, and only to
 * values that the field takes. A required field that the answer lacks stays.
 */
export function editsToServiceVersion({
  sent,
  answer,
}: Pick<Publication, 'sent' | 'answer'>): ThemeEdit[] {
  const answered = tree(answer?.['theme']);
  if (!answered || !sent) return [];
  return themeFieldNames.flatMap((field) => {
    const was = readThemeField(sent.theme, field) ?? null;
    const other = otherPlaces[field];
    const is = at(answered, field) ?? (other === undefined ? undefined : at(answered, other));
    const value = is ?? null;
    if (value === was) return [];
    const edit = themeEditSchema.safeParse({ field, value });
    // None but optional fields take `null`.
    return edit.success ? [edit.data] : [];
  });
}

/** The name that was answered, if it is another one that a theme can have. */
export function nameInServiceVersion({
  sent,
  answer,
}: Pick<Publication, 'sent' | 'answer'>): string | null {
  const name = answer?.['name'];
  if (!sent || typeof name !== 'string' || name.trim() === '' || name.length > 200) return null;
  return name === sent.name ? null : name;
}
