/** The room *library*: themes on disk. */
import { z } from 'zod';
import {
  binnedThemeSchema,
  conflictChoiceSchema,
  libraryChangeSchema,
  librarySnapshotSchema,
  openThemeSchema,
} from '../library';
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
  /** The tags of several themes, each its own. */
  setTagsOfMany: call(
    z.object({
      themes: z
        .array(z.object({ id, tags: z.array(tagSchema).max(50) }))
        .min(1)
        .max(100_000),
    }),
    nothing,
  ),
  duplicate: call(z.object({ ids }), z.object({ ids: z.array(z.string()) })),
  /** Moves themes to the app's own bin. */
  remove: call(z.object({ ids }), nothing),
  /** Takes themes back out of the bin. */
  restore: call(z.object({ ids }), nothing),
  /** What lies in the bin, last deleted first. */
  bin: call(nothing, z.array(binnedThemeSchema)),
  /** Deletes themes of the bin for good. What links them to their templates is kept. */
  discard: call(z.object({ ids }), nothing),
  /**
   * Ends a conflict. `this` puts the copy's look and tags in the other theme, as one step of undo
   * there; with `this` and `other` the copy goes to the bin.
   */
  resolveConflict: call(z.object({ id, keep: conflictChoiceSchema }), nothing),
  /**
   * Takes another folder that the person chose; with `move` the theme files go there first.
   * `left` counts those that stayed, because they can't be read as text.
   * Problems: libraryFolderMissing, libraryFolderRefused, storage….
   */
  useFolder: call(
    z.object({ folder: z.string().min(1).max(4_000), move: z.boolean() }),
    z.object({ moved: z.number(), left: z.number() }),
  ),
  /** Makes the library folder where it is missing, empty. */
  makeFolder: call(nothing, nothing),
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
