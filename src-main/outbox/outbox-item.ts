import { themeSchema } from '@shared/theme/theme';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import type { DocumentKind, JsonObject } from '../storage/storage';

const itemFormat = storedFormats['outbox-item'];

/** What is sent of a theme: its name and the documented fields. */
const contentSchema = z.looseObject({ name: z.string(), theme: themeSchema });
export type Content = z.infer<typeof contentSchema>;

/** A person's wish to publish a theme as it was then, at the item's place. */
const wishSchema = contentSchema.extend({
  /** The connection through which it is sent, as long as that points at the item's place. */
  connectionId: z.string(),
  /** Order of wishes; never the clock. */
  sequence: z.number(),
  /** When it was wished, ISO 8601; for showing. */
  at: z.string(),
  /** The service said no for good: it waits for a person. */
  isRefused: z.boolean(),
  /** A person said that it may be sent although an earlier save may have arrived; for one try. */
  mayDouble: z.boolean(),
});
export type Wish = z.infer<typeof wishSchema>;

/**
 * Saves that may have arrived. It is written down before such a save leaves, and taken back when it
 * is known that the service made nothing of it.
 */
const doubtSchema = contentSchema.extend({
  /** The id under which it was sent. */
  templateId: z.string(),
  /** Nothing of the theme was known to be there before. */
  isFirst: z.boolean(),
  /** How many saves in a row ended so. */
  tries: z.number().int().min(1),
  /** When the last of them left, ISO 8601. */
  at: z.string(),
});
export type Doubt = z.infer<typeof doubtSchema>;

/**
 * A theme and a place at a service (`publicationKey`), with all that is not settled between them. It
 * belongs to the place and not to a connection: a connection can be pointed elsewhere, be removed and
 * entered anew, and two can lead to the same workspace.
 */
const itemSchema = z.looseObject({
  format: z.literal(itemFormat),
  themeId: z.string(),
  place: z.string(),
  wish: wishSchema.nullable(),
  doubt: doubtSchema.nullable(),
  /** The id that the service gave, where the theme's own file could not keep it. */
  assignedId: z.string().nullable(),
  /**
   * What the file may have had when that id was given (`null`: nothing): it stands before these, and
   * no longer before what the file says since.
   */
  assignedOver: z.array(z.string().nullable()).optional(),
});
export type Item = z.infer<typeof itemSchema>;

/** What tells one item from another. */
export interface ItemId {
  readonly themeId: string;
  readonly place: string;
}

export const itemKind: DocumentKind<Item> = {
  format: itemFormat,
  schema: itemSchema,
  migrate: fromFirstFormat,
};

/**
 * The first format belonged to a connection, and did not say where a wish was to go: such a wish is
 * for no place that a connection can point at, and so a person decides.
 */
function fromFirstFormat(old: JsonObject): unknown {
  const { connectionId, wish, doubt, known, ...rest } = old as JsonObject & {
    wish: JsonObject | null;
    doubt: JsonObject | null;
    known: { key: string; templateId: string } | null;
  };
  return {
    ...rest,
    format: itemFormat,
    place: doubt?.['key'] ?? known?.key ?? connectionId,
    wish: wish && { ...wish, connectionId },
    doubt: doubt && { ...doubt, tries: 1 },
    assignedId: known?.templateId ?? null,
  };
}

/** The same text for the same theme and place. */
export function itemKey({ themeId, place }: ItemId): string {
  return JSON.stringify([themeId, place]);
}

/** Nothing unsettled. */
export function emptyItem({ themeId, place }: ItemId): Item {
  return { format: itemFormat, themeId, place, wish: null, doubt: null, assignedId: null };
}

/** Whether nothing is unsettled any more. */
export function isSettled({ wish, doubt, assignedId }: Item): boolean {
  return wish === null && doubt === null && assignedId === null;
}

/** Whether both would be sent with the same words. */
export function isSame(one: Content, other: Content): boolean {
  return one.name === other.name && JSON.stringify(one.theme) === JSON.stringify(other.theme);
}
