import { z } from 'zod';
import type { FileDamage, Problem } from '@shared/problem';
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
  type FolderRead,
} from '../storage/storage';

/** A larger theme file is not read, and none is written that would be larger. */
export const largestThemeFile = 32 * 1024 * 1024;

/** What lies in a theme file. */
export type ThemeFile =
  | { readonly state: 'ok'; readonly document: ThemeDocument }
  /** By a newer Foyer: what could be understood of it, to show and never to write. */
  | { readonly state: 'newer'; readonly document: ThemeDocument }
  | { readonly state: 'unreadable'; readonly problem: Problem };

// A newer format may have changed anything; these are what a card and the studio need.
const newerDocumentSchema = z.object({
  id: themeIdSchema,
  name: z.string(),
  tags: z.array(z.string()).catch([]),
  updatedAt: z.string().catch(''),
  publications: z.record(z.string(), publicationSchema).catch({}),
  theme: themeSchema,
  // Not understood is not allowed.
  picturesWait: z.boolean().optional().catch(true),
});

/** Reads what a folder gave. Never throws; `path` is for the problem's sentence. */
export function readThemeFile(
  read: FolderRead & { readonly state: 'ok' | 'damaged' },
  path: string,
): ThemeFile {
  if (read.state === 'damaged') {
    return { state: 'unreadable', problem: damageProblem(read.damage, path) };
  }
  const result = interpretDocument(Buffer.from(read.text, 'utf8'), {
    format: themeDocumentFormat,
    schema: themeDocumentSchema,
  });
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
      return { state: 'newer', document: { format: themeDocumentFormat, ...known.data } };
    }
  }
}

/** The document in a theme file's text; `undefined` where this version can't read it whole. */
export function documentIn(text: string): ThemeDocument | undefined {
  const result = interpretDocument(Buffer.from(text, 'utf8'), {
    format: themeDocumentFormat,
    schema: themeDocumentSchema,
  });
  return result.state === 'ok' ? result.value : undefined;
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

/** The file's text: `format` first, two spaces, unknown keys kept. */
export function writeThemeFile(document: ThemeDocument): string {
  return writeDocumentText(document, themeDocumentFormat);
}
