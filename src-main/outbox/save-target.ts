/** Under which id a theme is saved at a place. */
import { timesUnlinked, type Publication, type ThemeDocument } from '@shared/theme/theme';
import { contentHash } from '../storage/storage';
import type { Item } from './outbox-item';
import { isAnothers, type TemplateOwners } from './template-owner';

/** Where a save goes, and whether it would be the first one there. */
export interface SaveTarget {
  readonly templateId: string;
  readonly isFirst: boolean;
  /** The id that the theme's file has; `null` when it has none. */
  readonly filedId: string | null;
  /** When the publication was made that the theme's file has, as it says itself. */
  readonly filedAt: string | null;
}

/** What tells where a theme is published; a theme of a newer format has it, too. */
export type PublishedTheme = Pick<ThemeDocument, 'id' | 'publications' | 'unlinked'>;

/** What the theme's own file knows of a place. */
export function publicationAt(
  document: Pick<ThemeDocument, 'publications'>,
  place: string,
): Publication | undefined {
  return Object.hasOwn(document.publications, place) ? document.publications[place] : undefined;
}

/**
 * The newest id that is known: the one that the service gave and the file could not keep, until the
 * file says something that came after it; the file's; or, never saved there, one of the theme's own for
 * that place.
 */
export function targetOf(
  document: PublishedTheme,
  place: string,
  item: Item | undefined,
): SaveTarget {
  const filed = publicationAt(document, place);
  const [filedId, filedAt] = [filed?.templateId ?? null, filed?.at ?? null];
  const assignedId = item && newerThanFile(item, filedId);
  const known = assignedId ?? filedId;
  if (known !== null) return { templateId: known, isFirst: false, filedId, filedAt };
  // A first save that may be there is repeated under its own id, whichever Foyer picked that.
  const tried = item?.unconfirmed?.isFirst === true ? item.unconfirmed.templateId : undefined;
  return { templateId: tried ?? ownIdAt(document, place), isFirst: true, filedId, filedAt };
}

/**
 * The same, but a first save passes over the templates that another theme has by now, such as one that was linked to
 * it while this one was in the bin, and over those that any theme was unlinked from: this one, too, where its file is of
 * before that, or another version of it, which nobody has decided on. @throws ProblemError of the library
 */
export async function freeTargetOf(
  document: PublishedTheme,
  place: string,
  item: Item | undefined,
  owners: TemplateOwners,
): Promise<SaveTarget> {
  const target = targetOf(document, place, item);
  if (!target.isFirst) return target;
  const id = { themeId: document.id, place };
  // One that is in doubt is repeated under its ID, whatever was linked to that and unlinked since.
  const inDoubt = item?.unconfirmed?.isFirst === true ? item.unconfirmed.templateId : undefined;
  const isKept = async (templateId: string): Promise<boolean> =>
    (await isAnothers(owners, id, templateId)) ||
    (templateId !== inDoubt && (await owners.library.wasUnlinkedFrom(place, templateId)));
  let { templateId } = target;
  for (let passed = 0; await isKept(templateId); passed += 1) {
    templateId = ownIdAt(document, place, passed);
  }
  return { ...target, templateId };
}

/**
 * The id under which a theme is saved for the first time at a place, after so many that are another theme's. Of the address of a save the workspace
 * is no part, so that one id for all workspaces of a service would have the second take the template of the
 * first; and a template that it was unlinked from stays as it is. Made of nothing but what each computer on
 * the library knows: two that save it there at once save one template. A UUID of version 8 (RFC 9562).
 */
function ownIdAt(document: PublishedTheme, place: string, passed = 0): string {
  const madeOf = [document.id, place, timesUnlinked(document, place)];
  const hash = contentHash(JSON.stringify(passed === 0 ? madeOf : [...madeOf, passed]));
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    ...[hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`],
    ...[`${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)],
  ].join('-');
}

/** Whether a save to either goes to the same template, over the same that the file says of it. */
export function isSameTarget(one: SaveTarget, other: SaveTarget): boolean {
  return (
    one.templateId === other.templateId &&
    one.isFirst === other.isFirst &&
    one.filedId === other.filedId &&
    one.filedAt === other.filedAt
  );
}

/** The item's id for a template, where the file has nothing that came after it. */
function newerThanFile({ assignedId, assignedOver }: Item, filedId: string | null): string | null {
  // An item that does not say what it stands over is of a Foyer that kept it only as the newest.
  return assignedOver === undefined || assignedOver.includes(filedId) ? assignedId : null;
}

/**
 * The templates that the file may have had when a save to `target` left, `null` for none. What the file
 * has in memory need not be on the disk: after a restart it may be any of these.
 */
export function notedOver(item: Item | undefined, { filedId }: SaveTarget): (string | null)[] {
  const { assignedId = null, assignedOver = [] } = item ?? {};
  return [...new Set([...assignedOver, filedId, ...(assignedId === null ? [] : [assignedId])])];
}

/** The item with what a save to `target` left at the service, which its file could not keep. */
export function withUnnoted(item: Item, unnoted: Publication, target: SaveTarget): Item {
  const { templateId } = unnoted;
  const assignedOver = notedOver(item, target).filter((each) => each !== templateId);
  const unnotedOver = [...new Set([...(item.unnotedOver ?? []), target.filedAt])];
  return { ...item, assignedId: templateId, assignedOver, unnoted, unnotedOver };
}

/**
 * Whether the file says of the same template something else than it did when a save left that it could not be
 * given: another computer on the library has published it since. By no clock, of which each has its own.
 */
export function isNotedOver(item: Item, unnoted: Publication, document: PublishedTheme): boolean {
  const filed = publicationAt(document, item.place);
  // An earlier Foyer did not note what the file said then.
  if (filed?.templateId !== unnoted.templateId || item.unnotedOver === undefined) return false;
  // What was to be noted may be in memory there, which the disk has refused.
  return !item.unnotedOver.includes(filed.at) && filed.attempt !== unnoted.attempt;
}

/** The item without such an id: its file has it, or a person has said which one holds. */
export function withoutAssignedId(settled: Item): Item {
  const { assignedOver: _before, unnoted: _unnoted, unnotedOver: _over, ...rest } = settled;
  const { unnotedLibraryId: _mark, ...item } = rest;
  return { ...item, assignedId: null };
}
