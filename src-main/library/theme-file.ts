import { z } from 'zod';
import type { Problem } from '@shared/problem';
import {
  publicationSchema,
  themeDocumentFormat,
  themeDocumentSchema,
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
  id: z.string().min(1),
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

/** The file's text: `format` first, two spaces, unknown keys kept. */
export function writeThemeFile(document: ThemeDocument): string {
  return writeDocumentText(document, themeDocumentFormat);
}
