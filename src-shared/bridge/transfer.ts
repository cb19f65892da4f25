/** The room *transfer*: themes in and out, backup and restore. */
import { z } from 'zod';
import {
  exportResultSchema,
  ifDifferentSchema,
  importReportSchema,
  knownBackupSchema,
  openedFilesSchema,
  restoreReportSchema,
  transferProgressSchema,
} from '../transfer';
import { largestBundle, mostFiles } from '../theme/import-limits';
import { call } from './contract';

const nothing = z.undefined();
const id = z.string().min(1).max(100);
const chosenThemes = z
  .array(z.object({ id, name: z.string() }))
  .min(1)
  .max(100_000);

export const transferCalls = {
  /** Asks for files and imports the themes in them; `null` when none was chosen. */
  importFiles: call(nothing, importReportSchema.nullable()),
  /** Imports what a window was given: files that were dropped, text that was pasted. */
  importTexts: call(
    z.object({
      files: z
        .array(z.object({ name: z.string().max(1_000), text: z.string().max(largestBundle) }))
        .min(1)
        .max(mostFiles),
    }),
    importReportSchema,
  ),
  /**
   * Imports the files that were opened with Foyer and wait; `null` when none do. Of a backup among
   * them nothing is imported: it waits for `restoreOpened` or `dropOpened`, and is given again to whoever calls
   * before that, as a window does that has come after a crash. One that is asking about a backup doesn't call.
   */
  importOpened: call(nothing, openedFilesSchema.nullable()),
  /** Puts back what an opened backup holds, once; `null` when it doesn't wait any more. */
  restoreOpened: call(
    z.object({ id, ifDifferent: ifDifferentSchema }),
    restoreReportSchema.nullable(),
  ),
  /** An opened backup is not wanted. */
  dropOpened: call(z.object({ id }), nothing),
  /** A person reads that files that were opened were refused; by their names, as the report has them. */
  refusedRead: call(z.object({ files: z.array(z.string()) }), nothing),
  /**
   * Asks where to, and writes themes in one file; `null` when no file was chosen. By their names, those are told of
   * that went away before the export had its turn.
   */
  exportThemes: call(
    z.object({ themes: z.union([z.literal('all'), chosenThemes]) }),
    exportResultSchema.nullable(),
  ),
  /** Asks where to, and writes everything but tokens; `null` when no file was chosen. */
  backup: call(nothing, exportResultSchema.nullable()),
  /** Asks for a backup and puts back what it holds; `null` when none was chosen. */
  restore: call(z.object({ ifDifferent: ifDifferentSchema }), restoreReportSchema.nullable()),
  /** The last backup that was made on this computer. */
  lastBackup: call(nothing, knownBackupSchema),
  /** Stops the work that is under way; what was done by then stays, and is reported. */
  stop: call(nothing, nothing),
};

export const transferEvents = {
  progress: transferProgressSchema,
  /** Files were opened with Foyer, and wait for `importOpened`. */
  opened: z.object({}),
};
