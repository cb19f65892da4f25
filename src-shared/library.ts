/** What the windows see of the library: summaries for the list, a document for the studio. */
import { z } from 'zod';
import { problemSchema } from './problem';
import { relationSchema } from './theme/status';
import { conflictOfSchema, publicationSchema, themeSchema } from './theme/theme';

/** What a connection's service has of a theme. What is on its way there is the outbox's to say. */
export const themePlaceSchema = z.object({
  connectionId: z.string(),
  relation: relationSchema,
  /** When it was last published there, ISO 8601. */
  publishedAt: z.string().optional(),
  /** The template's id there, once it is published or linked. */
  templateId: z.string().optional(),
});
export type ThemePlace = z.infer<typeof themePlaceSchema>;

/** A card in the library. */
export const themeSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** ISO 8601. */
  updatedAt: z.string(),
  /** For the miniature: the whole theme, but for custom CSS that is too long for one. */
  theme: themeSchema,
  hasCustomCss: z.boolean(),
  /** Stand for what of the theme isn't in `theme`: custom CSS that is too long, and fields Foyer doesn't know. */
  longCss: z.string().optional(),
  allFields: z.string().optional(),
  /** Stands for all its links to templates, also to those that no connection leads to. */
  links: z.string().optional(),
  /** Made by a newer Foyer: shown, never written. */
  isReadOnly: z.boolean(),
  /** It is the other version of that theme, until a person has decided. */
  conflictOf: conflictOfSchema.optional(),
  /** One for each connection that there is. */
  places: z.array(themePlaceSchema),
});
export type ThemeSummary = z.infer<typeof themeSummarySchema>;

/** A file in the library folder that can't be read. It stays where it is. */
export const unreadableFileSchema = z.object({ file: z.string(), problem: problemSchema });
export type UnreadableFile = z.infer<typeof unreadableFileSchema>;

export const librarySnapshotSchema = z.object({
  /**
   * The number by which main tells this library from any other while Foyer runs, wherever its folder lies; then those of
   * libraries that count as this one, because they were put together with it. None is used twice.
   */
  ids: z.tuple([z.number()], z.number()),
  revision: z.number(),
  themes: z.array(themeSummarySchema),
  unreadable: z.array(unreadableFileSchema),
  folder: z.string(),
  /** The folder went away while Foyer runs; what is shown is what was last seen. */
  folderProblem: problemSchema.nullable().optional(),
});
export type LibrarySnapshot = z.infer<typeof librarySnapshotSchema>;

/** What changed since the revision before; a gap in revisions means: take a new snapshot. */
export const libraryChangeSchema = z.object({
  revision: z.number(),
  upserted: z.array(themeSummarySchema),
  removed: z.array(z.string()),
  unreadable: z.array(unreadableFileSchema).optional(),
  folderProblem: problemSchema.nullable().optional(),
});
export type LibraryChange = z.infer<typeof libraryChangeSchema>;

/** A theme in the bin, as it was at one of its deletions. */
export const binnedThemeSchema = z.object({
  /** The deletion: a theme that came back and was deleted again is in the bin twice. */
  entry: z.string(),
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** For the miniature; `null` where the file can't be understood any more. */
  theme: themeSchema.nullable(),
  /** The file that it was, and the library folder, where that is known. */
  file: z.string(),
  folder: z.string().nullable(),
  /** ISO 8601. */
  removedAt: z.string(),
  /** Whole days until it goes for good; 0 when it may go at any start. */
  daysLeft: z.number(),
  /** In how many workspaces it was published: those templates stay. */
  publications: z.number(),
});
export type BinnedTheme = z.infer<typeof binnedThemeSchema>;

/** What lies in the bin. */
export const binSchema = z.object({
  /** Last deleted first. */
  themes: z.array(binnedThemeSchema),
  /** Files of the bin that can't be read at the moment: what is in them is not gone. */
  unread: z.array(z.string()),
  /** Files of the bin that are damaged: they stay as they are. */
  damaged: z.array(unreadableFileSchema),
});
export type BinContent = z.infer<typeof binSchema>;

/** What came of doing one thing with several themes. */
export const manyDoneSchema = z.object({
  /** Those with which it was done; of copies, the ids of the copies. */
  ids: z.array(z.string()),
  /** The first thing that went wrong with one of the others; `null` where nothing did. */
  problem: problemSchema.nullable(),
});
export type ManyDone = z.infer<typeof manyDoneSchema>;

/** What came of deleting themes. */
export const removedThemesSchema = manyDoneSchema.extend({
  /** What they are in the bin now, for taking it back; in the order of `ids`. */
  entries: z.array(z.string()),
});
export type RemovedThemes = z.infer<typeof removedThemesSchema>;

/** What came of taking themes out of the bin. `ids` are those that they have now. */
export const restoredThemesSchema = manyDoneSchema.extend({
  /** What left the bin: in the order of `ids`, and then those that were in the library already. */
  entries: z.array(z.string()),
  /** How many were in the library already, the very same: `ids` does not have them. */
  alreadyHere: z.number(),
  /** How many came back without a link, because another theme has the template now. */
  unlinked: z.number(),
  /** How many stayed in the bin, because they are of another library. */
  elsewhere: z.number().optional(),
});
export type RestoredThemes = z.infer<typeof restoredThemesSchema>;

/** What came of deleting themes of the bin for good. */
export const discardedThemesSchema = manyDoneSchema.pick({ problem: true }).extend({
  /** What is no longer in the bin. */
  entries: z.array(z.string()),
});
export type DiscardedThemes = z.infer<typeof discardedThemesSchema>;

/** How far long work over many themes is; `null` when none is under way. */
export const libraryProgressSchema = z
  .object({
    work: z.enum(['tag', 'duplicate', 'delete', 'putBack']),
    done: z.number(),
    total: z.number(),
  })
  .nullable();
export type LibraryProgress = z.infer<typeof libraryProgressSchema>;

/** Which of two versions stays. */
export const conflictChoiceSchema = z.enum(['this', 'other', 'both']);
export type ConflictChoice = z.infer<typeof conflictChoiceSchema>;

/** Whether what is shown is on the disk. Only `saved` may be shown as saved. */
export const saveStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), at: z.string() }),
  z.object({ kind: z.literal('saving') }),
  z.object({ kind: z.literal('failed'), problem: problemSchema }),
]);
export type SaveState = z.infer<typeof saveStateSchema>;

/** A theme opened in the studio. */
export const openThemeSchema = z.object({
  id: z.string(),
  /** Grows by one with each change to the document, whoever made it. */
  version: z.number(),
  name: z.string(),
  tags: z.array(z.string()),
  theme: themeSchema,
  isReadOnly: z.boolean(),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  /**
   * What the next undo and redo change: `name`, `tags`, and places in the theme with dots between
   * (`chat.buttons.color`). Absent where there is none.
   */
  undoes: z.array(z.string()).optional(),
  redoes: z.array(z.string()).optional(),
  save: saveStateSchema,
  places: z.array(themePlaceSchema),
  /** By connection id. */
  publications: z.record(z.string(), publicationSchema),
});
export type OpenTheme = z.infer<typeof openThemeSchema>;
