/**
 * Reading and changing one field of a theme, without the schemas: the windows apply what is typed
 * at once and must not carry the checks that main does anyway.
 */
import type { ThemeEdit, ThemeField, ThemeFieldValue } from './fields';
import type { Theme } from './theme';

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
 * A missing avatar is made with `isEnabled: false` when its address is set first, and `null` for its
 * `isEnabled` removes it. The value is not checked: `withThemeField` does that.
 */
export function changeThemeField(theme: Theme, edit: ThemeEdit): Theme {
  const keys = edit.field.split('.');
  // No avatar is one without the switch: a theme that knows none says neither on nor off.
  if (edit.value === null && keys.at(-1) === 'isEnabled') keys.pop();
  const change = (tree: Tree, depth: number): Tree => {
    const key = keys[depth] as string;
    if (depth === keys.length - 1) {
      const { [key]: _old, ...rest } = tree;
      return edit.value === null ? rest : { ...tree, [key]: edit.value };
    }
    const inner = tree[key];
    if (edit.value === null && !isTree(inner)) return tree;
    return { ...tree, [key]: change(isTree(inner) ? inner : {}, depth + 1) };
  };
  return withAvatarSwitches(change(theme, 0) as Theme);
}

/** The theme with its avatars off that don't say whether they are on, as when their addresses are set first. */
export function withAvatarSwitches(theme: Theme): Theme {
  let { chat } = theme;
  for (const avatar of ['hostAvatar', 'guestAvatar'] as const) {
    const value: Tree | undefined = chat[avatar];
    if (value !== undefined && value['isEnabled'] === undefined)
      chat = { ...chat, [avatar]: { isEnabled: false, ...value } };
  }
  return chat === theme.chat ? theme : { ...theme, chat };
}
