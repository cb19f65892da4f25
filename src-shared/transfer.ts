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
  /** Themes that were found and not tried any more: a person stopped, or the one before couldn't be saved. */
  notDone: z.number(),
  /** A person stopped it. */
  isStopped: z.boolean(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** A backup that was opened with Foyer: it waits until a person says what is to be done with it. */
export const openedBackupSchema = z.object({ id: z.string(), file: z.string() });
export type OpenedBackup = z.infer<typeof openedBackupSchema>;

/** What came of files that were opened with Foyer. */
export const openedFilesSchema = z.object({
  /** `null` when there was nothing to import but backups. */
  report: importReportSchema.nullable(),
  backups: z.array(openedBackupSchema),
});
export type OpenedFiles = z.infer<typeof openedFilesSchema>;

/** One entry of a backup or an export that is not in it, or was not taken out of it, and why. */
export const leftOutSchema = z.object({
  /** `themes`, or the part of a backup that it belongs to: `connections`, `preferences`… */
  part: z.string(),
  /** What a person calls it; a theme's file where it has no name. */
  name: z.string(),
  problem: problemSchema,
});
export type LeftOut = z.infer<typeof leftOutSchema>;

export const exportResultSchema = z.object({
  /** The file's name, without its folder. */
  file: z.string(),
  count: z.number(),
  /** What is not in it: gone by then, by a newer Foyer, unreadable, or such that it would not be read back. */
  leftOut: z.array(leftOutSchema),
});
export type ExportResult = z.infer<typeof exportResultSchema>;

/** When the last backup was made on this computer, ISO 8601. */
const lastBackupSchema = z.object({ at: z.string(), count: z.number() });
export type LastBackup = z.infer<typeof lastBackupSchema>;
/** `null` when none was made; `unknown` when Foyer's note of it can't be read. */
export const knownBackupSchema = z.union([lastBackupSchema, z.literal('unknown')]).nullable();
export type KnownBackup = z.infer<typeof knownBackupSchema>;

/** What to do with a theme that is in the library and not as the backup has it. */
export const ifDifferentSchema = z.enum(['keepBoth', 'replace']);
export type IfDifferent = z.infer<typeof ifDifferentSchema>;

/** One theme that a restore brought or changed, or of which it left a link out. */
export const restoredThemeSchema = z.object({
  /** The id and the name that it has now. */
  id: z.string(),
  name: z.string(),
  outcome: z.enum(['added', 'same', 'keptBoth', 'replaced']),
  /**
   * Why a link in the backup was left out: its template is another theme's here, or this one has another,
   * or can't be given one because it is a newer Foyer's.
   */
  leftLink: z.enum(['usedByAnother', 'linkedElsewhere', 'readOnly']).nullable(),
});
export type RestoredTheme = z.infer<typeof restoredThemeSchema>;

export const restoreReportSchema = z.object({
  /** When the backup was made; empty where it doesn't say. */
  exportedAt: z.string(),
  /** What is not in the library as it was before. */
  themes: z.array(restoredThemeSchema),
  added: z.number(),
  same: z.number(),
  keptBoth: z.number(),
  replaced: z.number(),
  /** Themes that were not tried any more: a person stopped, or the disk refused the one before. */
  notDone: z.number(),
  /** A person stopped it. */
  isStopped: z.boolean(),
  /** What of the backup was not restored, each with its reason. */
  failed: z.array(leftOutSchema),
  /** How many entries each other part brought back, by its name: `connections`, `preferences`… */
  parts: z.record(z.string(), z.number()),
  /** Parts that were not tried any more. */
  partsNotDone: z.array(z.string()),
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
