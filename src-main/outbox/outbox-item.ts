/** What is unsettled between a theme and a place at a service, and how it stands in its file. */
import { themeForService } from '@shared/service/operations';
import {
  publicationSchema,
  themeSchema,
  type Publication,
  type Theme,
  type ThemeDocument,
} from '@shared/theme/theme';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import type { DocumentKind, JsonObject } from '../storage/storage';

const itemFormat = storedFormats['outbox-item'];

/** What is sent of a theme: its name and the documented fields. */
const contentSchema = z.looseObject({ name: z.string(), theme: themeSchema });
export type Content = z.infer<typeof contentSchema>;

/** What a person asked for in a library, or what came of that. */
export interface OfLibrary {
  /**
   * Throws while another library is open than the one that it was asked for in. Only memory knows that:
   * `undefined`, it is of an earlier run.
   */
  readonly assertAsked?: (() => void) | undefined;
  /** By which later runs know that library (`OutboxLibrary.id`); an earlier Foyer did not note it. */
  readonly libraryId?: string | undefined;
}

/** The same library, for what came of it. */
export function libraryOf({ assertAsked, libraryId }: OfLibrary): OfLibrary {
  return { assertAsked, libraryId };
}

/** A `PublishRequest` as the file has it: `mayDouble` is `duplicateAllowed`. */
const storedRequestSchema = contentSchema.extend({
  connectionId: z.string(),
  alsoThrough: z.array(z.string()).optional(),
  sequence: z.number(),
  at: z.string(),
  isRefused: z.boolean(),
  mayDouble: z.boolean(),
  libraryId: z.string().optional(),
});

/**
 * A person asked to publish a theme as it was then, at the item's place. The newest is the only one, and goes
 * through a connection that it was asked for through: what becomes of all of those becomes of it.
 */
export interface PublishRequest extends Content, OfLibrary {
  /** It is sent through this one, as long as that points at the item's place. */
  readonly connectionId: string;
  /** It was asked for through these at once: where that one has no token that is accepted, it is sent through the next. */
  readonly alsoThrough?: string[] | undefined;
  /** Order of requests; never the clock. */
  readonly sequence: number;
  /** When it was made, ISO 8601; for showing. */
  readonly at: string;
  /** The service said no for good: it waits for a person. */
  readonly isRefused: boolean;
  /** A person said that it may be sent although an earlier save may have arrived; for one try. */
  readonly duplicateAllowed: boolean;
}

/**
 * Saves that may have arrived. It is written down before such a save leaves, and taken back when it
 * is known that the service made nothing of it.
 */
const unconfirmedSchema = contentSchema.extend({
  /** The id under which it was sent. */
  templateId: z.string(),
  /** Nothing of the theme was known to be there before. */
  isFirst: z.boolean(),
  /** How many saves in a row ended so. */
  tries: z.number().int().min(1),
  /** One of them was answered with a success that says nothing of a template. */
  isAnswered: z.boolean().optional(),
  /** When the last of them left, ISO 8601. */
  at: z.string(),
  /** The last of them, as the publication would name it; an earlier Foyer did not note these two. */
  attempt: z.string().optional(),
  /** When the publication was made that the theme's file had as it left; `null` where it had none. */
  filedAt: z.string().nullable().optional(),
  /** The connection through which the last of them left; an earlier Foyer did not note it. */
  connectionId: z.string().optional(),
  /** What was sent could not be read: this is what the theme was later. */
  isContentUnknown: z.boolean().optional(),
  libraryId: z.string().optional(),
});
/** Saves that may have arrived, as memory has them. */
export type UnconfirmedSave = z.infer<typeof unconfirmedSchema> & OfLibrary;

/** A person's word about the theme's link is being carried out: nothing asked for before it is sent. */
const linkHoldSchema = z.object({
  /** The number of that word among what was asked for. */
  word: z.number(),
  /** The template that the theme is being linked to. */
  templateId: z.string().optional(),
  /** Or how often it has been unlinked there (`timesUnlinked`) once that is done. */
  unlinked: z.number().optional(),
  /** The library in which it was said (`OutboxLibrary.id`). */
  libraryId: z.string().optional(),
});
export type LinkHold = z.infer<typeof linkHoldSchema>;

/** An `Item` as its file has it: `wish` is `request`, and `doubt` is `unconfirmed`. */
const storedItemSchema = z.looseObject({
  format: z.literal(itemFormat),
  themeId: z.string(),
  place: z.string(),
  wish: storedRequestSchema.nullable(),
  doubt: unconfirmedSchema.nullable(),
  assignedId: z.string().nullable(),
  assignedOver: z.array(z.string().nullable()).optional(),
  unnoted: publicationSchema.optional(),
  // An earlier Foyer noted one alone.
  unnotedOver: z.union([z.string().nullable(), z.array(z.string().nullable())]).optional(),
  unnotedLibraryId: z.string().optional(),
  linkHold: linkHoldSchema.optional(),
});
type StoredItem = z.infer<typeof storedItemSchema>;

/**
 * A theme and a place at a service (`publicationKey`), with all that is not settled between them. It
 * belongs to the place and not to a connection: a connection can be pointed elsewhere, be removed and
 * entered anew, and two can lead to the same workspace.
 */
export interface Item extends ItemId {
  readonly format: typeof itemFormat;
  readonly request: PublishRequest | null;
  readonly unconfirmed: UnconfirmedSave | null;
  /** The id that the service gave, where the theme's own file could not keep it. */
  readonly assignedId: string | null;
  /**
   * What the file may have had when that id was given (`null`: nothing): it stands before these, and
   * no longer before what the file says since.
   */
  readonly assignedOver?: (string | null)[] | undefined;
  /** What the service has, which the theme's own file could not be given: of the template `assignedId`. */
  readonly unnoted?: Publication | undefined;
  /**
   * When the publications were made that the file may have had as that save left (`null`: none): what it had in
   * memory need not be on the disk.
   */
  readonly unnotedOver?: (string | null)[] | undefined;
  /** The library in which it is to be noted (`OutboxLibrary.id`). */
  readonly unnotedLibraryId?: string | undefined;
  /** While the theme's link is being changed, and where Foyer was ended meanwhile. */
  readonly linkHold?: LinkHold | undefined;
}

/** What tells one item from another. */
export interface ItemId {
  readonly themeId: string;
  readonly place: string;
}

/** The kind of document that holds one item. */
export const itemKind: DocumentKind<StoredItem> = {
  format: itemFormat,
  schema: storedItemSchema,
  migrate: fromFirstFormat,
};

/** The item that a file holds; fields of the file that are not known stay in it. */
export function fromStored({ wish, doubt, unnotedOver: over, ...rest }: StoredItem): Item {
  const unnotedOver = over === undefined ? {} : { unnotedOver: [over].flat() };
  const item: Item = { ...rest, ...unnotedOver, request: null, unconfirmed: doubt };
  if (wish === null) return item;
  const { mayDouble, ...request } = wish;
  return { ...item, request: { ...request, duplicateAllowed: mayDouble } };
}

/** The item as it goes into its file. */
export function toStored({ request, unconfirmed, ...rest }: Item): StoredItem {
  const stored: StoredItem = { ...rest, wish: null, doubt: null };
  if (request) {
    const { duplicateAllowed, assertAsked: _library, ...wish } = request;
    stored.wish = { ...wish, mayDouble: duplicateAllowed };
  }
  if (unconfirmed) {
    const { assertAsked: _library, ...doubt } = unconfirmed;
    stored.doubt = doubt;
  }
  return stored;
}

/**
 * The first format belonged to a connection, and did not say where a theme was to go: such a request
 * is for no place that a connection can point at, and so a person decides.
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
  return { format: itemFormat, themeId, place, request: null, unconfirmed: null, assignedId: null };
}

/** Whether nothing is unsettled any more. */
export function isSettled(item: Item): boolean {
  const { request, unconfirmed, assignedId, unnoted, linkHold } = item;
  const isAnyKnown = (request ?? unconfirmed ?? assignedId) !== null;
  return !isAnyKnown && unnoted === undefined && linkHold === undefined;
}

/** What is sent of a theme as it is now. */
export function contentToSend({ name, theme }: Pick<ThemeDocument, 'name' | 'theme'>): Content {
  return { name, theme: themeForService(theme, 'documented') as Theme };
}

/** Whether both would be sent with the same words. */
export function isSame(one: Content, other: Content): boolean {
  return one.name === other.name && JSON.stringify(one.theme) === JSON.stringify(other.theme);
}
