/** The room *library*: themes on disk. */
import { z } from 'zod';
import { libraryChangeSchema, librarySnapshotSchema, openThemeSchema } from '../library';
import { themeEditSchema } from '../theme/fields';
import { tagSchema, themeNameSchema } from '../theme/theme';
import { call } from './contract';

const nothing = z.undefined();
const id = z.string().min(1).max(100);
const ids = z.array(id).min(1).max(100_000);

export const libraryCalls = {
  list: call(nothing, librarySnapshotSchema),
  /** A new theme: the default one, or a copy of a starter theme. */
  create: call(
    z.object({ name: themeNameSchema.optional(), starter: z.string().max(100).optional() }),
    z.object({ id: z.string() }),
  ),
  rename: call(z.object({ id, name: themeNameSchema }), nothing),
  setTags: call(z.object({ id, tags: z.array(tagSchema).max(50) }), nothing),
  duplicate: call(z.object({ ids }), z.object({ ids: z.array(z.string()) })),
  /** Moves themes to the app's own bin. */
  remove: call(z.object({ ids }), nothing),
  /** Takes themes back out of the bin. */
  restore: call(z.object({ ids }), nothing),
  /** The starter themes that come with Foyer. */
  starters: call(
    nothing,
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        tags: z.array(z.string()),
        theme: openThemeSchema.shape.theme,
      }),
    ),
  ),
  open: call(z.object({ id }), openThemeSchema),
  /**
   * Changes fields of an open theme, in main's memory at once and on disk soon after. Edits with the
   * same `gesture` (a slider's drag, a word being typed) are one step for undo.
   */
  edit: call(
    z.object({
      id,
      edits: z.array(themeEditSchema).min(1).max(50),
      gesture: z.string().max(100).optional(),
    }),
    openThemeSchema,
  ),
  undo: call(z.object({ id }), openThemeSchema),
  redo: call(z.object({ id }), openThemeSchema),
};

export const libraryEvents = {
  changed: libraryChangeSchema,
  /** The open theme changed: by an edit, by undo, by a file that changed, by its save. */
  themeChanged: openThemeSchema,
};
