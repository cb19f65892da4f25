/** The file of an export: themes to hand on, without anything of the workspaces they went to. */
import { storedFormats } from '@shared/stored-formats';
import { themeForService } from '@shared/service/operations';
import type { ThemeDocument } from '@shared/theme/theme';

/** What exports and backups are called, so that a desktop knows them from any other JSON. */
export const fileEnding = '.foyer';

/** The text of an export. The first key says what it is, so that its size can be judged early. */
export function exportText(documents: readonly ThemeDocument[], exportedAt: string): string {
  const file = {
    foyer: 'themes',
    format: storedFormats.export,
    exportedAt,
    themes: documents.map(({ name, tags, theme }) => ({
      name,
      tags,
      // The documented fields alone, as they would be sent.
      theme: themeForService(theme, 'documented'),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
