import { changeThemeField } from './field-access';
import type { ThemeEdit } from './fields';
import { themeSchema, type Theme } from './theme';

/**
 * The theme with the field changed, checked to be a theme. See `changeThemeField` for what is kept.
 */
export function withThemeField(theme: Theme, edit: ThemeEdit): Theme {
  return themeSchema.parse(changeThemeField(theme, edit));
}
