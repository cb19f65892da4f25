/**
 * The fields of a theme that can be edited, by a dotted path that is typed and checked: the bridge
 * takes nothing else, so that no call can write outside the documented theme.
 */
import { z } from 'zod';
import { backgroundTypes, roundnesses, themeSchema, type Theme } from './theme';

const text = z.string().max(2_000);

/** Each editable field with the values it takes. `null` removes an optional field. */
export const themeFields = {
  'general.font': text,
  'general.background.type': z.enum(backgroundTypes),
  'general.background.content': text.nullable(),
  'chat.hostAvatar.isEnabled': z.boolean(),
  'chat.hostAvatar.url': text.nullable(),
  'chat.guestAvatar.isEnabled': z.boolean(),
  'chat.guestAvatar.url': text.nullable(),
  'chat.hostBubbles.backgroundColor': text,
  'chat.hostBubbles.color': text,
  'chat.guestBubbles.backgroundColor': text,
  'chat.guestBubbles.color': text,
  'chat.buttons.backgroundColor': text,
  'chat.buttons.color': text,
  'chat.inputs.backgroundColor': text,
  'chat.inputs.color': text,
  'chat.inputs.placeholderColor': text,
  roundness: z.enum(roundnesses).nullable(),
  customCss: z.string().max(2_000_000).nullable(),
} as const;

export type ThemeField = keyof typeof themeFields;
export const themeFieldNames = Object.keys(themeFields) as [ThemeField, ...ThemeField[]];
export type ThemeFieldValue<Field extends ThemeField = ThemeField> = z.infer<
  (typeof themeFields)[Field]
>;

/** One change of one field. */
export type ThemeEdit = { [Field in ThemeField]: { field: Field; value: ThemeFieldValue<Field> } }[ThemeField];

/** Checks that the value is one that the field takes. */
export const themeEditSchema = z
  .object({ field: z.enum(themeFieldNames), value: z.union([z.string(), z.boolean(), z.null()]) })
  .superRefine((edit, context) => {
    const result = themeFields[edit.field].safeParse(edit.value);
    if (!result.success) {
      context.addIssue({ code: 'custom', path: ['value'], message: 'not a value of this field' });
    }
  })
  .transform((edit) => edit as ThemeEdit);

type Tree = { [key: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a field, or `null` where the theme doesn't have it. */
export function readThemeField<Field extends ThemeField>(
  theme: Theme,
  field: Field,
): ThemeFieldValue<Field> | null {
  let at: unknown = theme;
  for (const key of field.split('.')) at = isTree(at) ? at[key] : undefined;
  return (at ?? null) as ThemeFieldValue<Field> | null;
}

/**
 * A copy of the theme with the field changed; only the objects on the way to the field are new.
 * A missing avatar is made with `isEnabled: false` when its address is set first.
 */
export function withThemeField(theme: Theme, edit: ThemeEdit): Theme {
  const keys = edit.field.split('.');
  const change = (tree: Tree, depth: number): Tree => {
    const key = keys[depth] as string;
    if (depth === keys.length - 1) {
      const { [key]: _old, ...rest } = tree;
      return edit.value === null ? rest : { ...tree, [key]: edit.value };
    }
    const inner = tree[key];
    return { ...tree, [key]: change(isTree(inner) ? inner : {}, depth + 1) };
  };
  const changed = change(theme, 0);
  const chat = changed['chat'] as Tree;
  for (const avatar of ['hostAvatar', 'guestAvatar']) {
    const value = chat[avatar];
    if (isTree(value) && value['isEnabled'] === undefined) {
      changed['chat'] = { ...chat, [avatar]: { isEnabled: false, ...value } };
    }
  }
  return themeSchema.parse(changed);
}
