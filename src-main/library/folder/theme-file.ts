/** What is in a theme's file: how it is read, and written. */
import { z } from 'zod';
import type { FileDamage, Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import {
  longestThemeId,
  publicationSchema,
  themeDocumentFormat,
  themeDocumentSchema,
  themeIdSchema,
  themeSchema,
  type ThemeDocument,
} from '@shared/theme/theme';
import {
  damageProblem,
  interpretDocument,
  writeDocumentText,
  type DocumentKind,
  type FolderRead,
} from '../../storage/storage';

/** A larger theme file is not read, and none is written that would be larger. */
export const largestThemeFile = 32 * 1024 * 1024;

/**
 * What could be understood of a theme that a newer Foyer wrote, with that one's format number: it is
 * shown, and no writer takes it.
 */
export interface NewerTheme extends Omit<Pick<ThemeDocument, keyof typeof newerFields>, 'format'> {
  readonly format: number;
  readonly conflictOf?: undefined;
}
/** A theme that can be shown; only one of this version's format can be written. */
export type ShownTheme = ThemeDocument | NewerTheme;

/** Whether this version can write it. */
export function isWritable(document: ShownTheme): document is ThemeDocument {
  return document.format === themeDocumentFormat;
}

/** What lies in a theme file. */
export type ThemeFile =
  | { readonly state: 'ok'; readonly document: ThemeDocument }
  /** By a newer Foyer. */
  | { readonly state: 'newer'; readonly document: NewerTheme }
  | { readonly state: 'unreadable'; readonly problem: Problem };

// A newer format may have changed anything; these are what a card and the studio need.
const newerFields = {
  id: themeIdSchema,
  name: z.string(),
  tags: z.array(z.string()).catch([]),
  updatedAt: z.string().catch(''),
  publications: z.record(z.string(), publicationSchema).catch({}),
  unlinked: themeDocumentSchema.shape.unlinked.catch(undefined),
  theme: themeSchema,
  // Not understood is not allowed.
  picturesWait: z.boolean().optional().catch(true),
};
const newerDocumentSchema = z.object(newerFields);

const themeKind: DocumentKind<ThemeDocument> = {
  format: themeDocumentFormat,
  schema: themeDocumentSchema,
};

/** Reads what a folder gave. Never throws; `path` is for the problem's sentence. */
export function readThemeFile(
  read: FolderRead & { readonly state: 'ok' | 'damaged' },
  path: string,
): ThemeFile {
  if (read.state === 'damaged') {
    return { state: 'unreadable', problem: damageProblem(read.damage, path) };
  }
  const result = interpretDocument(Buffer.from(read.text, 'utf8'), themeKind);
  if (result.state !== 'ok') {
    const damage = damagedId(read.text);
    if (damage) return unreadable(damage, path);
  }
  switch (result.state) {
    case 'ok':
      return { state: 'ok', document: result.value };
    case 'damaged':
      return { state: 'unreadable', problem: damageProblem(result.damage, path) };
    case 'newer': {
      const known = newerDocumentSchema.safeParse(result.content);
      if (!known.success) return { state: 'unreadable', problem: { code: 'fileNewer', path } };
      return { state: 'newer', document: { format: result.format, ...known.data } };
    }
  }
}

/** The document in a theme file's text; `undefined` where this version can't read it whole. */
export function documentIn(text: string): ThemeDocument | undefined {
  const document = shownThemeIn(text);
  return document !== undefined && isWritable(document) ? document : undefined;
}

/** What can be shown of a theme file's text. */
export function shownThemeIn(text: string): ShownTheme | undefined {
  const result = interpretDocument(Buffer.from(text, 'utf8'), themeKind);
  if (result.state === 'ok') return result.value;
  if (result.state === 'damaged') return undefined;
  const known = newerDocumentSchema.safeParse(result.content);
  return known.success ? { format: result.format, ...known.data } : undefined;
}

/** Whether the text is JSON of something else than a theme. */
export function isOtherJson(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    // Cut off, for example.
    return false;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  // What was emptied may have been one.
  return Object.keys(value).length > 0 && !('format' in value) && !('theme' in value);
}

/** Whether a newer Foyer wrote the text, whatever can be understood of it. */
export function isNewerTheme(text: string): boolean {
  return interpretDocument(Buffer.from(text, 'utf8'), themeKind).state === 'newer';
}

/** What is wrong with the id, which the schema only calls a field of the wrong shape. */
function damagedId(text: string): FileDamage | undefined {
  let id: unknown;
  try {
    id = (JSON.parse(text.replace(/^\uFEFF/u, '')) as { id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
  if (typeof id !== 'string' || id === '') return undefined;
  if (id.length > longestThemeId) return { reason: 'idTooLong', limit: longestThemeId };
  return themeIdSchema.safeParse(id).success ? undefined : { reason: 'idNotUsable' };
}

function unreadable(damage: FileDamage, path: string): ThemeFile {
  const problem: Problem = { code: 'fileDamaged', path, detail: JSON.stringify(damage), damage };
  return { state: 'unreadable', problem };
}

/**
 * The text for the file at a path: `format` first, two spaces, unknown keys kept.
 * @throws ProblemError storageFailed for one that would not be read again
 */
export function writeThemeFile(document: ThemeDocument, path: string): string {
  const text = writeDocumentText(document, themeDocumentFormat);
  const detail = unreadAgain(document, text);
  if (detail !== undefined) throw new ProblemError({ code: 'storageFailed', path, detail });
  return text;
}

/** Why a document would not be read again from its text. */
function unreadAgain(document: ThemeDocument, text: string): string | undefined {
  if (Buffer.byteLength(text) > largestThemeFile)
    return `more than ${String(largestThemeFile)} bytes`;
  const [wrong] = themeDocumentSchema.safeParse(document).error?.issues ?? [];
  return wrong && `${wrong.path.join('.')}: ${wrong.message}`;
}
