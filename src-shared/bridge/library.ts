/** The room *library*: themes on disk. */
import { z } from 'zod';
import {
  binSchema,
  conflictChoiceSchema,
  discardedThemesSchema,
  libraryChangeSchema,
  libraryProgressSchema,
  librarySnapshotSchema,
  manyDoneSchema,
  openThemeSchema,
  removedThemesSchema,
  restoredThemesSchema,
} from '../library';
import { themeVersionsSchema, versionContentSchema } from '../theme-versions';
import { themeEditSchema } from '../theme/fields';
import { givenNameSchema, themeNameSchema, wornTagSchema } from '../theme/theme';
import { call } from './contract';

const nothing = z.undefined();
const id = z.string().min(1).max(100);
/** All tags of a theme, with those that a person could not have entered. */
const wornTags = z.array(wornTagSchema).max(10_000);
const ids = z.array(id).min(1).max(100_000);
/** Deletions that lie in the bin. */
const entries = z.array(z.string().min(1).max(100)).min(1).max(100_000);
/** One version of a theme by its number. */
const aVersion = z.object({ id, version: z.number().int().positive() });

const editSchema = z.object({
  id,
  edits: z.array(themeEditSchema).min(1).max(50),
  gesture: z.string().max(100).optional(),
});

export const libraryCalls = {
  list: call(nothing, librarySnapshotSchema),
  /** A new theme: the default one, or a copy of a starter theme, with some fields as they are given. */
  create: call(
    z.object({
      name: themeNameSchema.optional(),
      starter: z.string().max(100).optional(),
      edits: z.array(themeEditSchema).max(50).optional(),
    }),
    z.object({ id: z.string() }),
  ),
  /**
   * Tells the name that it had until then: others may have given it one that no window was told of yet. A name that
   * `isBack` is one that it had before.
   */
  rename: call(
    z.discriminatedUnion('isBack', [
      z.object({ id, name: givenNameSchema, isBack: z.literal(true) }),
      z.object({ id, name: themeNameSchema, isBack: z.undefined().optional() }),
    ]),
    z.object({ replaced: z.string() }),
  ),
  /**
   * The same for a theme whose file is away, or can't be read, when its field goes: main keeps the name until it
   * can be given, and asks about it before Foyer quits.
   */
  renameLater: call(z.object({ id, name: themeNameSchema }), nothing),
  setTags: call(z.object({ id, tags: wornTags }), nothing),
  /**
   * The tags of several themes, each its own, in place of those that were shown `before`: what others have
   * changed of them since stays. This and the next three tell how far they are in
   * `progress`, one after the other, and `stop` ends them early. What could be done is done; a
   * problem is thrown only where nothing could.
   */
  setTagsOfMany: call(
    z.object({
      themes: z
        .array(z.object({ id, tags: wornTags, before: wornTags.optional() }))
        .min(1)
        .max(100_000),
    }),
    manyDoneSchema,
  ),
  duplicate: call(z.object({ ids }), manyDoneSchema),
  /** Moves themes to the app's own bin; ones that are gone are passed over. */
  remove: call(z.object({ ids }), removedThemesSchema),
  /**
   * Takes themes back out of the bin. One of which another version is in the library gets a new id. One that
   * was deleted from another library stays there, but for a person who wants it in this one (`ofAnyLibrary`).
   * Problems: notFound, themeReadOnly, storage….
   */
  restore: call(z.object({ entries, ofAnyLibrary: z.boolean().optional() }), restoredThemesSchema),
  /** Ends the work over many themes that is under way; what was done by then stays. */
  stop: call(nothing, nothing),
  /**
   * Those of the themes that are this library's: in it, or with their files away. What a person deleted from it is
   * not, as long as it did not come back.
   */
  ofLibrary: call(z.object({ ids }), z.object({ ids: z.array(z.string()) })),
  /** What lies in the bin, and what of it can't be read at the moment. */
  bin: call(nothing, binSchema),
  /** Deletes themes of the bin for good. What links them to their templates is kept. */
  discard: call(z.object({ entries }), discardedThemesSchema),
  /**
   * Ends a conflict. `this` puts the copy's look and tags in the other theme, as one step of undo
   * there; with `this` and `other` the copy goes to the bin, where it is `entries` then. `leftVersions`
   * counts those of its history that could not be read, and are there alone; absent where there is none.
   */
  resolveConflict: call(
    z.object({ id, keep: conflictChoiceSchema }),
    removedThemesSchema.pick({ entries: true }).extend({ leftVersions: z.number().optional() }),
  ),
  /**
   * Takes another folder that the person chose; with `move` the theme files go there first.
   * `left` counts those that stayed, because they can't be read as text or be copied; `kept` those that are in
   * both folders, because they were in the new one before or could not be removed from the old.
   * Problems: libraryFolderMissing, libraryFolderRefused, storage….
   */
  useFolder: call(
    z.object({ folder: z.string().min(1).max(4_000), move: z.boolean() }),
    z.object({ moved: z.number(), left: z.number(), kept: z.number() }),
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
  /** What the theme's file in the library folder is called. Problems: notFound, storage…. */
  file: call(z.object({ id }), z.object({ file: z.string() })),
  open: call(z.object({ id }), openThemeSchema),
  /**
   * Changes fields of an open theme, in main's memory at once and on disk soon after. Edits with the
   * same `gesture` (a slider's drag, a word being typed) are one step for undo.
   */
  edit: call(editSchema, openThemeSchema),
  /**
   * The same for a theme whose file is away, or can't be read: main keeps the edit until it can be made, and asks
   * about it before Foyer quits, where `name` says what the theme was called.
   */
  editLater: call(editSchema.extend({ name: z.string().max(1_000) }), nothing),
  undo: call(z.object({ id }), openThemeSchema),
  redo: call(z.object({ id }), openThemeSchema),
  /** The versions that are kept of a theme, newest first. */
  versions: call(z.object({ id }), themeVersionsSchema),
  /** What a version holds, to look at. Problems: notFound, fileDamaged. */
  version: call(aVersion, versionContentSchema),
  /**
   * Puts a version in the place of the theme's name and look. The present is kept as a version
   * first, and it is a step of undo. Problems: notFound, fileDamaged, themeReadOnly, storage….
   */
  restoreVersion: call(aVersion, openThemeSchema),
  /** Keeps the present as a version with a name. */
  keepVersion: call(
    z.object({ id, name: themeNameSchema }),
    z.object({ version: z.number().int() }),
  ),
  /** Gives a version a name, which keeps it for good; `null` takes the name away. */
  nameVersion: call(aVersion.extend({ name: themeNameSchema.nullable() }), nothing),
  /** Deletes a version. One that is gone already is passed over. */
  removeVersion: call(aVersion, nothing),
};

export const libraryEvents = {
  changed: libraryChangeSchema,
  /** The open theme changed: by an edit, by undo, by a file that changed, by its save. */
  themeChanged: openThemeSchema,
  /** How far work over many themes is. */
  progress: libraryProgressSchema,
  /** A version of the theme was kept, named or deleted: `versions` has the new list. */
  versionsChanged: z.object({ id: z.string() }),
};
