/** What the windows see of imports, exports, backups and restores. */
import { z } from 'zod';
import { problemSchema } from './problem';
import { importKinds } from './theme/import';

/** One theme that was imported. */
export const importedThemeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(importKinds),
  /** Paths of what the file had and a theme has not; a bounded list, and how many more. */
  leftOut: z.array(z.string()),
  moreLeftOut: z.number(),
  /** Paths of what the file lacked. */
  defaulted: z.array(z.string()),
  /** It names pictures that can be loaded, which wait for a person's word. */
  picturesWait: z.boolean(),
  /** Places of pictures whose address can never be loaded, each with its address. */
  neverLoad: z.array(z.string()),
});
export type ImportedTheme = z.infer<typeof importedThemeSchema>;

/** A file of which nothing was imported. */
export const failedFileSchema = z.object({ file: z.string(), problem: problemSchema });
export type FailedFile = z.infer<typeof failedFileSchema>;

export const importReportSchema = z.object({
  imported: z.array(importedThemeSchema),
  failed: z.array(failedFileSchema),
  /** Themes that were found and not imported any more, because a person stopped. */
  notDone: z.number(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const exportResultSchema = z.object({
  /** The file's name, without its folder. */
  file: z.string(),
  count: z.number(),
  /** Names of themes or files that are not in it: by a newer Foyer, or unreadable. */
  leftOut: z.array(z.string()),
});
export type ExportResult = z.infer<typeof exportResultSchema>;

/** When the last backup was made on this computer, ISO 8601. */
export const lastBackupSchema = z.object({ at: z.string(), count: z.number() });
export type LastBackup = z.infer<typeof lastBackupSchema>;

/** What to do with a theme that is in the library and not as the backup has it. */
export const ifDifferentSchema = z.enum(['keepBoth', 'replace']);
export type IfDifferent = z.infer<typeof ifDifferentSchema>;

export const restoreReportSchema = z.object({
  /** When the backup was made; empty where it doesn't say. */
  exportedAt: z.string(),
  /** Ids of the themes that came into the library, for undo. */
  addedIds: z.array(z.string()),
  added: z.number(),
  same: z.number(),
  keptBoth: z.number(),
  replaced: z.number(),
  notDone: z.number(),
  /** How many entries each other part brought back, by its name: `connections`, `preferences`… */
  parts: z.record(z.string(), z.number()),
  /** Parts that this version doesn't know. */
  unknownParts: z.array(z.string()),
});
export type RestoreReport = z.infer<typeof restoreReportSchema>;

/** How far long work is; `null` when none is under way. */
export const transferProgressSchema = z
  .object({
    work: z.enum(['import', 'export', 'restore']),
    done: z.number(),
    total: z.number(),
  })
  .nullable();
export type TransferProgress = z.infer<typeof transferProgressSchema>;
