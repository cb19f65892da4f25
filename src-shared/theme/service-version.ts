/**
 * What a service made of a theme that it accepted, read from what it gave back: which fields it did
 * not keep, and the edits that take its version over.
 */
import { readThemeField } from './field-access';
import { themeFieldNames } from './field-names';
import type { ThemeEdit, ThemeField, ThemeFieldValue } from './fields';
import type { Publication, Theme } from './theme';

/** A field that the service did not keep as it was sent. */
export interface ServiceChange {
  field: ThemeField;
  sent: ThemeFieldValue | null;
  /** `null`: it dropped the field. */
  answered: ThemeFieldValue | null;
}

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields that a theme can be without. */
const optionalFields: ReadonlySet<ThemeField> = new Set([
  'general.background.content',
  'chat.hostAvatar.url',
  'chat.guestAvatar.url',
  'roundness',
  'customCss',
]);

/**
 * The documented fields that came back otherwise than they were sent. Empty where the service gave
 * no theme back. A value of another type than the field's counts as dropped.
 */
export function serviceChanges(publication: Publication): ServiceChange[] {
  const sentTheme = publication.sent?.theme;
  const answered = publication.answer?.['theme'];
  if (!isTree(answered) || !sentTheme) return [];
  return themeFieldNames.flatMap((field) => {
    const sent = readThemeField(sentTheme, field);
    const answer = answeredField(answered, field);
    return sent === answer ? [] : [{ field, sent, answered: answer }];
  });
}

function answeredField(theme: Tree, field: ThemeField): ThemeFieldValue | null {
  const value: unknown = readThemeField(theme as Theme, field);
  // One dialect has it there (presets).
  const chat = theme['chat'];
  const found = value ?? (field === 'roundness' && isTree(chat) ? chat['roundness'] : null);
  const wanted = field.endsWith('isEnabled') ? 'boolean' : 'string';
  return typeof found === wanted ? (found as ThemeFieldValue) : null;
}

/**
 * The edit that takes over what the service made of a field; `null` where that would be no theme,
 * or where the theme has it so already.
 */
export function takeServiceVersion(theme: Theme, change: ServiceChange): ThemeEdit | null {
  const { field, answered } = change;
  if (readThemeField(theme, field) === answered) return null;
  if (answered === null && !optionalFields.has(field)) return null;
  return { field, value: answered } as ThemeEdit;
}
