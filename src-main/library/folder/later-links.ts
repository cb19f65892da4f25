/**
 * Links of a theme that a file lacks, or has older ones of, which was written before that in which the
 * theme was last seen. Unless it says that a person took them away, nobody did: it is an older file, put over ours by
 * a program that keeps folders the same or by a hand.
 */
import type { Publication, ThemeDocument } from '@shared/theme/theme';
import type { LibraryBin } from '../bin/library-bin';
import { sameJson } from '../editing/theme-patch';
import { mergedLinks, unlinkedInEither, wantedLinks, type Links } from '../catalogue/merged-links';
import { isNewerLink, linksElsewhere } from '../catalogue/newer-links';
import { withLinksSince } from '../catalogue/template-owners';
import { cardOf, linkedAt, type ThemeCard } from '../catalogue/theme-card';
import type { LibraryLog } from '../library-options';
import { compareTimes } from './compare-times';
import type { FolderState, GoodRead } from './folder-state';
import { isSameContent } from './later-version';
import { writeThemeFile } from './theme-file';

/**
 * Gives a file that others wrote the links that the theme got here since; without them its template
 * would be saved a second time. Resolves with whether that is all that was to be done with the file. As
 * long as the disk refuses it, the theme has the links in memory, and the index, which a restart
 * goes by, has the file as it was before. Never rejects.
 */
export async function keepLaterLinks(
  read: GoodRead,
  document: ThemeDocument,
  state: FolderState,
  log: Pick<LibraryLog, 'error'>,
): Promise<boolean> {
  const { catalogue, folder, open } = state;
  const kept = withLaterLinks(read, document, state);
  const theme = open.get(document.id);
  if (kept === document || theme?.isReadOnly === true) return false;
  // What is unsaved meets the file in its own save.
  if (theme?.isUnsaved === true) return true;
  if (theme !== undefined) {
    theme.takeOver(document, read.hash, kept);
    // Not waited for: this may be within a save of it.
    void theme.saveNow();
    return true;
  }
  try {
    const text = writeThemeFile(kept, state.pathOf(read.name));
    const result = await folder.write(read.name, text, read.hash);
    if (result.outcome === 'conflict') {
      // Written once more meanwhile: that is told, too.
      await folder.remove(result.conflictName, result.hash);
      return true;
    }
    const now = open.get(document.id);
    // What was typed meanwhile: its own save meets the file as it is now.
    if (now?.isUnsaved === true) return true;
    if (now !== undefined && now.hash !== result.hash) now.takeOver(kept, result.hash);
    state.putWritten(read.name, kept);
  } catch (error) {
    log.error('library.linksNotKept', { file: read.name, error: String(error) });
    catalogue.put(read.name, cardOf(kept));
    state.forgetIdIn(read.name);
    folder.tellAgain(read.name);
  }
  return true;
}

/**
 * The document with what became of the theme's links here since its file was written; the very same where
 * that is nothing.
 */
export function withLaterLinks(
  read: GoodRead,
  document: ThemeDocument,
  state: FolderState,
): ThemeDocument {
  const ours = linksOverwritten(read, document.id, state);
  const kept = ours === undefined ? document : withLinksOverwritten(document, ours, state);
  const deletion = state.deletionOf(document.id);
  if (deletion === undefined) return kept;
  // As it came back, while the bin could not be asked: it may have been edited since.
  const { cameBackMs = Infinity } = state.lastSeen(document.id, read.name) ?? {};
  const modifiedMs = Math.min(read.stamp.modifiedMs, cameBackMs);
  // As old as the one that was deleted is that one: what was noted in the bin came later.
  if (deletion.modifiedMs !== undefined && modifiedMs <= deletion.modifiedMs)
    return withLinksOverwritten(kept, deletion, state);
  // A person may have put its links there; what it was unlinked from is left as it is all the same.
  return withLinksSince(kept, { ...deletion, publications: {} }, state);
}

/** The document of a file that was written before that in which the theme had these links. */
function withLinksOverwritten(
  document: ThemeDocument,
  ours: Links,
  state: FolderState,
): ThemeDocument {
  const { publications: before, unlinked: times } = document;
  // A service can have given the template another ID since.
  const others = linksElsewhere(before, wantedLinks(ours, document));
  const isOutdated = (key: string, link: Publication): boolean => {
    const { [key]: other } = others;
    return other !== undefined && isNewerLink(other, link);
  };
  const own = { ...document, publications: only(before, (...link) => !isOutdated(...link)) };
  const { publications, unlinked } = mergedLinks(own, ours);
  const theirs = only(publications, (key, link) => link === before[key]);
  const isTaken = Object.keys(theirs).length < Object.keys(before).length;
  const left =
    isTaken || unlinked !== times
      ? { ...document, publications: theirs, ...(unlinked && { unlinked }) }
      : document;
  return withLinksSince(
    left,
    { publications: only(publications, (key, link) => link !== before[key]) },
    state,
  );
}

/** What the theme was linked to, where a file was written before that in which it was last seen. */
function linksOverwritten(read: GoodRead, id: string, state: FolderState): Links | undefined {
  const last = state.lastSeen(id, read.name);
  if (last === undefined || !isOlder(read, last.modifiedMs)) return undefined;
  // What was sent is known of an open theme alone; without it a link is as one that a person made.
  return state.open.get(id)?.document ?? linksOf(last.card);
}

/**
 * Two times of one disk: the system's clock, by which links are dated, may be ahead of it or behind.
 * Where nobody knows when that was, no file is older.
 */
function isOlder({ stamp }: GoodRead, thanMs: number | undefined): boolean {
  return thanMs !== undefined && stamp.modifiedMs < thanMs;
}

/**
 * What a theme that is not in the library was linked to since a deletion of it, by what it was `last` linked to. A link
 * that it had by then already, as `before` has all of these (`LibraryBin.upTo`), is not among them, whatever clock dated
 * it: where that deletion lacks it, a person had taken it away, and an older file brought it back.
 */
export function linksSinceDeletion(last: Links, before: readonly Links[]): Links {
  const isLater = (key: string, link: Publication) =>
    !before.some(({ publications }) => isSameLink(publications[key], link));
  return { ...last, publications: only(last.publications, isLater) };
}

/**
 * The same since a backup was made of it. Which came first, nothing tells but the clocks of the computers
 * on which the link and the backup were made.
 * @throws ProblemError storage… where what may say so can't be read at the moment
 */
export async function linksSinceBackup(
  { id, publications }: ThemeDocument,
  time: string,
  state: Pick<FolderState, 'index'>,
  bin: Pick<LibraryBin, 'lastLinks'>,
): Promise<Links> {
  const last = await lastLinks(id, state, bin);
  const isLater = (key: string, link: Publication) =>
    !isSameLink(publications[key], link) && compareTimes(link.at, time) > 0;
  return { ...last, publications: only(last.publications, isLater) };
}

/**
 * What a theme was linked to at the last, and how often unlinked: when others took it away, which was later than its last deletion,
 * or else by that deletion.
 * @throws ProblemError storage… where what may say so can't be read at the moment
 */
export async function lastLinks(
  id: string,
  { index }: Pick<FolderState, 'index'>,
  bin: Pick<LibraryBin, 'lastLinks'>,
): Promise<Links> {
  const missing = index.missing(id);
  if (missing === undefined) return await bin.lastLinks(id);
  const last = linksOf(missing.card);
  return missing.cameBackMs !== undefined ? mergedLinks(last, await bin.lastLinks(id)) : last;
}

function only(
  links: ThemeDocument['publications'],
  isKept: (key: string, link: Publication) => boolean,
): ThemeDocument['publications'] {
  return Object.fromEntries(Object.entries(links).filter(([key, link]) => isKept(key, link)));
}

/** Whether both are of one publication, or were made by one word of a person. */
function isSameLink(one: Publication | undefined, other: Publication): boolean {
  return one?.templateId === other.templateId && one.at === other.at;
}

/**
 * The document with the links that the theme had at the last, and no others, unlinked as often; the very same where
 * those are its own.
 */
export function withLinksOf(document: ThemeDocument, last: ThemeCard): ThemeDocument {
  const own = linksOf(cardOf(document)).publications;
  const links = { ...wantedLinks(linksOf(last), document) };
  const unlinked = unlinkedInEither(document, last);
  if (sameJson(own, links) && unlinked === document.unlinked) return document;
  for (const [key, publication] of Object.entries(document.publications))
    if (sameJson(own[key], links[key])) links[key] = publication;
  return { ...document, publications: links, ...(unlinked && { unlinked }) };
}

/** What the theme of a card is linked to. */
export function linksOf(card: ThemeCard): Links {
  const links = Object.entries(card.publications).map(
    ([key, { templateId }]) => [key, { templateId, at: linkedAt(card, key) }] as const,
  );
  const { unlinked } = card;
  return { publications: Object.fromEntries(links), ...(unlinked && { unlinked }) };
}

/** The links of a card; what was sent is what the theme is, where the card says so. */
export function linksAsSent(of: ThemeDocument, card: ThemeCard): Links {
  const { publications, ...rest } = linksOf(card);
  if (!isSameContent(of, card)) return { publications, ...rest };
  const sent = { name: of.name, theme: of.theme };
  const links = Object.entries(publications).map(
    ([key, link]) => [key, card.publications[key]?.isSame ? { ...link, sent } : link] as const,
  );
  return { publications: Object.fromEntries(links), ...rest };
}
