/** What of a theme a service may not understand or take, each with the field that it is about. */
import { isHexColour, parseColour } from './colour';
import { readThemeField } from './field-access';
import { themeFieldNames } from './field-names';
import type { ThemeField } from './fields';
import { serviceChanges } from './service-version';
import type { Publication, Theme } from './theme';

/** The largest body that services of this kind take, bytes. */
export const largestBody = 1024 * 1024;

/** One thing to know before publishing. */
export type ThemeWarning =
  | { kind: 'emptyName'; field: 'name' }
  /** No hex: `isColour` tells whether it is another form of a colour. */
  | { kind: 'notHex'; field: ThemeField; value: string; isColour: boolean }
  | { kind: 'fontNotListed'; field: 'general.font'; value: string }
  | { kind: 'pictureNotHttps'; field: ThemeField; value: string }
  | { kind: 'bodyTooLarge'; field: 'customCss'; bytes: number }
  /** What is set now is what this service dropped the last time. */
  | { kind: 'droppedLastTime'; field: ThemeField };

export interface ThemeToJudge {
  name: string;
  theme: Theme;
  /** The fonts that are known to be widely used. */
  fonts: readonly string[];
  /** The last publication to the connection in question. */
  publication?: Publication | undefined;
}

/** The warnings, in the order of the theme. */
export function themeWarnings({ name, theme, fonts, publication }: ThemeToJudge): ThemeWarning[] {
  const warnings: ThemeWarning[] = name.trim() === '' ? [{ kind: 'emptyName', field: 'name' }] : [];
  const dropped = new Map(
    (publication ? serviceChanges(publication) : []).flatMap(({ field, sent, answered }) =>
      answered === null ? [[field, sent] as const] : [],
    ),
  );
  for (const field of themeFieldNames) {
    const value = readThemeField(theme, field);
    if (value === null) continue;
    if (typeof value === 'string') warnings.push(...judged(theme, field, value, fonts));
    if (dropped.get(field) === value) warnings.push({ kind: 'droppedLastTime', field });
  }
  return warnings;
}

function judged(
  theme: Theme,
  field: ThemeField,
  value: string,
  fonts: readonly string[],
): ThemeWarning[] {
  const { type } = theme.general.background;
  if (field === 'general.font') {
    const wanted = value.trim().toLowerCase();
    const isListed = fonts.some((font) => font.toLowerCase() === wanted);
    return isListed ? [] : [{ kind: 'fontNotListed', field, value }];
  }
  if (field === 'general.background.content') {
    if (type === 'Color') return notHex(field, value);
    return type === 'Image' ? notHttps(field, value) : [];
  }
  if (field === 'customCss') {
    const bytes = bodyBytes(theme, value);
    return bytes > largestBody ? [{ kind: 'bodyTooLarge', field, bytes }] : [];
  }
  if (field.endsWith('.url')) return notHttps(field, value);
  return /color$/iu.test(field) ? notHex(field, value) : [];
}

function notHex(field: ThemeField, value: string): ThemeWarning[] {
  if (isHexColour(value.trim())) return [];
  return [{ kind: 'notHex', field, value, isColour: parseColour(value) !== undefined }];
}

function notHttps(field: ThemeField, value: string): ThemeWarning[] {
  if (value.trim() === '') return [];
  return /^https:\/\/[^\s/]/iu.test(value.trim())
    ? []
    : [{ kind: 'pictureNotHttps', field, value }];
}

/** How many bytes the request's body has, about: its envelope is a few hundred more. */
function bodyBytes(theme: Theme, css: string): number {
  // A unit of text becomes at most six bytes (`\u0000`), so most need no counting.
  if (css.length * 6 < largestBody / 2) return 0;
  let bytes = 0;
  for (const sign of JSON.stringify(theme)) {
    const code = sign.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
