/** What is kept in memory of every theme, and what the windows see of it. */
import type { OpenTheme, ThemePlace, ThemeSummary } from '@shared/library';
import { themeForService } from '@shared/service/operations';
import { themeDifferences } from '@shared/theme/comparison';
import {
  publicationKey,
  type ConflictOf,
  type Publication,
  type Theme,
  type ThemeDocument,
} from '@shared/theme/theme';
import { contentHash, type ContentHash } from '../../storage/storage';
import { compareLinks } from './newer-links';
import { patchesBetween, sortedKeys } from '../editing/theme-patch';
import type { ThemeSession } from '../editing/theme-session';
import { isWritable, type ShownTheme } from '../folder/theme-file';

/** The part of a connection that the library needs. */
export interface ConnectionRef {
  readonly id: string;
  readonly baseAddress: string;
  readonly workspaceId: string;
}

/** What a card knows of a publication. */
interface CardPublication {
  readonly templateId: string;
  /** When it was last sent; absent for one that was only linked. */
  readonly at?: string;
  /** When it was linked, where it was not sent since. */
  readonly linkedAt?: string;
  /** Whether the theme is still what was sent. */
  readonly isSame: boolean;
}

/** Of a style sheet that miniatures look at, UTF-16 units: a library may have thousands. */
const longestDrawnCss = 8_000;

/** What the library keeps of every theme in memory and in its index. */
export interface ThemeCard {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly updatedAt: string;
  /** The documented fields; the custom CSS only where it is short enough for a miniature. */
  readonly theme: Theme;
  readonly hasCustomCss: boolean;
  /** Stands for custom CSS that is too long for a miniature; an earlier Foyer did not note it. */
  readonly longCss?: ContentHash;
  /** Stands for all fields where this Foyer doesn't know some; an earlier one did not note it. */
  readonly allFields?: ContentHash;
  readonly isReadOnly: boolean;
  readonly conflictOf?: ConflictOf;
  /** By `publicationKey`. */
  readonly publications: Readonly<Record<string, CardPublication>>;
  /** As the document has it; an earlier Foyer did not note it. */
  readonly unlinked?: ThemeDocument['unlinked'];
}

/** The card of a document. */
export function cardOf(document: ShownTheme): ThemeCard {
  const { theme } = document;
  const documented = documentedTheme(theme);
  const { customCss, ...rest } = documented;
  const css = typeof customCss === 'string' ? customCss : '';
  const isShort = css.length <= longestDrawnCss;
  return {
    id: document.id,
    name: document.name,
    tags: document.tags,
    updatedAt: document.updatedAt,
    theme: isShort && css !== '' ? { ...rest, customCss: css } : rest,
    hasCustomCss: customCss !== undefined && customCss !== '',
    ...(isShort ? {} : { longCss: contentHash(css) }),
    ...allFieldsOf(theme, documented),
    isReadOnly: !isWritable(document),
    ...(document.conflictOf === undefined ? {} : { conflictOf: document.conflictOf }),
    publications: Object.fromEntries(
      Object.entries(document.publications).map(([key, publication]) => [
        key,
        cardPublication(document, publication),
      ]),
    ),
    ...(document.unlinked === undefined ? {} : { unlinked: document.unlinked }),
  };
}

function allFieldsOf(theme: Theme, documented: Theme): Pick<ThemeCard, 'allFields'> {
  if (patchesBetween({ theme: documented }, { theme }).length === 0) return {};
  try {
    return { allFields: contentHash(JSON.stringify(theme, sortedKeys)) };
  } catch {
    // Nested deeper than the engine can write: two of those are not told apart.
    return {};
  }
}

/** Whether a card tells one style sheet from another; one that an earlier Foyer noted may not. */
export function knowsItsCss({ theme, hasCustomCss, longCss }: ThemeCard): boolean {
  return !hasCustomCss || theme.customCss !== undefined || longCss !== undefined;
}

/** The template of the theme at a place, by its `publicationKey`. */
export function templateOf({ publications }: ThemeCard, key: string): string | undefined {
  return Object.hasOwn(publications, key) ? publications[key]?.templateId : undefined;
}

/**
 * Of themes with the same template at a place, the one that has it: others may have given it from one
 * theme to another, in files that come one after the other. It is the one that was published or
 * linked last, at a tie the older theme: so says every computer, and in whatever order.
 */
export function lastLinked(cards: readonly ThemeCard[], key: string): ThemeCard | undefined {
  let last: ThemeCard | undefined;
  for (const card of cards) {
    const order = last && compareLinks({ at: linkedAt(card, key) }, { at: linkedAt(last, key) });
    if (last === undefined || order === undefined || order > 0) last = card;
    else if (order === 0 && card.id < last.id) last = card;
  }
  return last;
}

/** Whether the theme was published or linked anew at a place since it had this publication. */
export function isLinkedSince(card: ThemeCard, key: string, before: Publication): boolean {
  return templateOf(card, key) !== before.templateId || linkedAt(card, key) !== before.at;
}

/** When the theme was published or linked at a place. */
export function linkedAt(
  {
    publications,
  }: {
    readonly publications: Readonly<
      Record<string, Partial<Pick<CardPublication, 'at' | 'linkedAt'>>>
    >;
  },
  key: string,
): string {
  const found = Object.hasOwn(publications, key) ? publications[key] : undefined;
  return found?.at ?? found?.linkedAt ?? '';
}

/** A copy with the documented fields alone. */
export function documentedTheme(theme: Theme): Theme {
  // The documented preset has every field where the library has it.
  return themeForService(theme, 'documented') as Theme;
}

function cardPublication(
  document: Pick<ShownTheme, 'name' | 'theme'>,
  { templateId, at, sent }: Publication,
): CardPublication {
  if (sent === undefined) return { templateId, linkedAt: at, isSame: false };
  return { templateId, at, isSame: isSameAsSent(document, sent) };
}

/** Undocumented extras don't count: they are never sent. */
function isSameAsSent(
  document: Pick<ShownTheme, 'name' | 'theme'>,
  sent: NonNullable<Publication['sent']>,
): boolean {
  return document.name === sent.name && themeDifferences(sent.theme, document.theme).length === 0;
}

/** What there is of it on each connection. */
export function placesOf(card: ThemeCard, connections: readonly ConnectionRef[]): ThemePlace[] {
  return connections.map((connection) => {
    const key = publicationKey(connection);
    const found = Object.hasOwn(card.publications, key) ? card.publications[key] : undefined;
    const place = { connectionId: connection.id };
    if (found === undefined) return { ...place, relation: 'never' as const };
    const relation = found.isSame ? ('same' as const) : ('changed' as const);
    const { templateId, at } = found;
    return { ...place, relation, templateId, ...(at === undefined ? {} : { publishedAt: at }) };
  });
}

/** The card as the windows see it. */
export function summaryOf(card: ThemeCard, connections: readonly ConnectionRef[]): ThemeSummary {
  const { publications, tags, unlinked: _notShown, ...rest } = card;
  const links = linksOf(publications);
  return {
    ...rest,
    tags: [...tags],
    places: placesOf(card, connections),
    ...(links !== '' && { links }),
  };
}

/** In one order, whatever order its file has. */
function linksOf(publications: ThemeCard['publications']): string {
  return Object.entries(publications)
    .map(([key, { templateId }]) => `${key} ${templateId}`)
    .sort()
    .join('\n');
}

/** What the windows see of an open theme; `document` is its own, with the links that it has. */
export function toOpenTheme(
  theme: ThemeSession,
  document: ShownTheme,
  connections: readonly ConnectionRef[],
): OpenTheme {
  const publications: Record<string, Publication> = {};
  for (const connection of connections) {
    const key = publicationKey(connection);
    const publication = Object.hasOwn(document.publications, key) && document.publications[key];
    if (publication) publications[connection.id] = publication;
  }
  return {
    id: theme.id,
    version: theme.version,
    name: document.name,
    tags: document.tags,
    theme: document.theme,
    isReadOnly: theme.isReadOnly,
    canUndo: theme.canUndo,
    canRedo: theme.canRedo,
    ...(theme.canUndo ? { undoes: theme.undoes } : {}),
    ...(theme.canRedo ? { redoes: theme.redoes } : {}),
    save: theme.save,
    places: placesOf(cardOf(document), connections),
    publications,
  };
}
