import { themeSchema } from '@shared/theme/theme';
import { z } from 'zod';

export const itemFormat = 1;

/** What is sent of a theme: its name and the documented fields. */
const contentSchema = z.looseObject({ name: z.string(), theme: themeSchema });
export type Content = z.infer<typeof contentSchema>;

/** A person's wish to publish a theme as it was then. */
const wishSchema = contentSchema.extend({
  /** Order of wishes; never the clock. */
  sequence: z.number(),
  /** When it was wished, ISO 8601; for showing. */
  at: z.string(),
  /** The service said no for good: it waits for a person. */
  isRefused: z.boolean(),
  /** A person said that it may be sent although an earlier first save may have arrived; for one try. */
  mayDouble: z.boolean(),
});
export type Wish = z.infer<typeof wishSchema>;

/**
 * A save that may have arrived. Of a first save it is written down before it leaves, and taken back
 * when it is known that the service made nothing of it.
 */
const doubtSchema = contentSchema.extend({
  /** Where: the `publicationKey` then. At another place there is no doubt. */
  key: z.string(),
  templateId: z.string(),
  isFirst: z.boolean(),
  /** ISO 8601. */
  at: z.string(),
});
export type Doubt = z.infer<typeof doubtSchema>;

/** A theme and a connection, with all that is not settled between them. */
export const itemSchema = z.looseObject({
  format: z.literal(itemFormat),
  themeId: z.string(),
  connectionId: z.string(),
  wish: wishSchema.nullable(),
  doubt: doubtSchema.nullable(),
  /** The id that the service gave, where the theme's own file could not keep it. */
  known: z.object({ key: z.string(), templateId: z.string() }).nullable(),
});
export type Item = z.infer<typeof itemSchema>;

/** The same text for the same theme and connection. */
export function itemKey(place: {
  readonly themeId: string;
  readonly connectionId: string;
}): string {
  return JSON.stringify([place.themeId, place.connectionId]);
}
