/** The versions of a theme that Foyer keeps on this computer, as the windows see them. */
import { z } from 'zod';
import { themeSchema } from './theme/theme';

/**
 * Why a version was kept.
 *
 * - `published`: it is what was sent and accepted
 * - `restored`: it is what an older version was put in the place of
 * - `imported`: it came from a file
 * - `duplicated`: it is what a copy was made as
 * - `paused`: it was edited, and then editing had rested for ten minutes, or the theme was closed or
 *   written over before
 * - `kept`: a person asked for it
 */
export const versionReasonSchema = z.enum([
  'published',
  'restored',
  'imported',
  'duplicated',
  'paused',
  'kept',
]);
export type VersionReason = z.infer<typeof versionReasonSchema>;

/** One version, without what it holds. */
export const themeVersionSchema = z.object({
  /** Its number in the theme's history; a later one is larger, whatever the clock said. */
  version: z.number().int().positive(),
  /** When, ISO 8601; for showing only. */
  at: z.string(),
  reason: versionReasonSchema,
  /** The name that a person gave it; one with a name is kept for good. */
  name: z.string().nullable(),
  /** Where it was published: the host, and the connection if there still is one. */
  place: z.object({ host: z.string(), connectionId: z.string().nullable() }).optional(),
});
export type ThemeVersion = z.infer<typeof themeVersionSchema>;

export const themeVersionsSchema = z.object({
  /** Newest first. */
  versions: z.array(themeVersionSchema),
  /** How many more there are whose files can't be read. */
  unreadable: z.number().int(),
  /** `false`: the disk refused some of these for now, and may let them be read later. */
  isWhole: z.boolean().optional(),
});
export type ThemeVersions = z.infer<typeof themeVersionsSchema>;

/**
 * What a version holds: all that it brings back. Tags sort the library of today, so an earlier
 * version leaves them alone; where they were edited as well, or were replaced with the rest (by a
 * backup, by a choice in a conflict), it has them, and they come back with it.
 */
export const versionContentSchema = z.object({
  name: z.string(),
  theme: themeSchema,
  tags: z.array(z.string()).optional(),
});
export type VersionContent = z.infer<typeof versionContentSchema>;
