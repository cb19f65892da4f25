import type { BinnedTheme as Shown } from '@shared/library';
import { interpretDocument } from '../storage/storage';
import { themeDocumentFormat, themeDocumentSchema } from '@shared/theme/theme';
import type { Bin, BinnedTheme } from './bin';
import { documentedTheme } from './theme-card';

/** What the windows see of the bin, last deleted first. */
export async function shownBin(bin: Bin): Promise<Shown[]> {
  const binned = await bin.list();
  return binned
    .map((theme) => shownTheme(theme, bin.daysLeft(theme)))
    .sort((one, other) => (one.removedAt < other.removedAt ? 1 : -1));
}

function shownTheme(binned: BinnedTheme, daysLeft: number): Shown {
  const { id, file, folder = null, removedAt, text } = binned;
  const result = interpretDocument(Buffer.from(text ?? '', 'utf8'), {
    format: themeDocumentFormat,
    schema: themeDocumentSchema,
  });
  const document = result.state === 'ok' ? result.value : undefined;
  return {
    id,
    name: document?.name ?? file,
    tags: document?.tags ?? [],
    theme: document === undefined ? null : withoutCss(document.theme),
    file,
    folder,
    removedAt,
    daysLeft,
    publications: Object.keys(binned.publications).length,
  };
}

function withoutCss(theme: Parameters<typeof documentedTheme>[0]): NonNullable<Shown['theme']> {
  const { customCss: _large, ...rest } = documentedTheme(theme);
  return rest;
}
