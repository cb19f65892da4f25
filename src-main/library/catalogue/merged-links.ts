/**
 * Which links two versions of a theme have together. How often a person took it from a template stands in each: the
 * one that was taken from it more often knows of a word that the other does not, whatever clocks say.
 */
import { timesByTemplate, timesUnlinkedFrom, type ThemeDocument } from '@shared/theme/theme';
import { sameJson } from '../editing/theme-patch';
import { linksElsewhere, withNewerLinks } from './newer-links';

/** The part of a theme's document that is about its links. */
export type Links = Pick<ThemeDocument, 'publications' | 'unlinked'>;

/** The same of a theme or of its card. */
interface LinkedTo<Link> extends Pick<Links, 'unlinked'> {
  readonly publications: Readonly<Record<string, Link>>;
}

/**
 * The links of one version, but for those that a person took from the other; the very same where all are. A template that
 * the other has again is none of these.
 */
export function wantedLinks<Link extends { readonly templateId: string }>(
  of: LinkedTo<Link>,
  other: LinkedTo<{ readonly templateId: string }>,
): Readonly<Record<string, Link>> {
  const all = Object.entries(of.publications);
  const wanted = all.filter(
    ([key, { templateId }]) =>
      timesUnlinkedFrom(other, key, templateId) <= timesUnlinkedFrom(of, key, templateId) ||
      other.publications[key]?.templateId === templateId,
  );
  return wanted.length === all.length ? of.publications : Object.fromEntries(wanted);
}

/**
 * A version without the links that a person took from earlier ones and that it has as if never taken: nobody could say so
 * when it came back. The very same where there are none.
 */
export function withUnlinkingsOf<Version extends Links>(
  version: Version,
  earlier: readonly Links[],
): Version {
  let kept = version;
  for (const each of earlier) {
    const publications = wantedLinks(kept, each);
    const unlinked = unlinkedInEither(kept, each);
    if (publications === kept.publications && unlinked === kept.unlinked) continue;
    kept = { ...kept, publications, ...(unlinked && { unlinked }) };
  }
  return kept;
}

/** What the version that is kept has once another one gave it its links: its own ones stay. */
export function withLinksFrom(kept: Links, other: Links): Links {
  const publications = withNewerLinks(kept.publications, wantedLinks(other, kept));
  const unlinked = unlinkedInEither(kept, other);
  return { publications, ...(unlinked && { unlinked }) };
}

/** The links of two versions of which nobody has chosen one: neither's are in the other's way, but for what a person took. */
export function mergedLinks(one: Links, other: Links): Links {
  return withLinksFrom({ ...one, publications: wantedLinks(one, other) }, other);
}

/** The links of the other version to templates that are others than those which both have together. */
export function linksBeside(one: Links, other: Links): ThemeDocument['publications'] {
  return linksElsewhere(mergedLinks(one, other).publications, wantedLinks(other, one));
}

/** The links that a theme has now, with that at one place as it was before. */
export function withLinkOf(before: Links, key: string, now: Links): Links {
  const { [key]: _link, ...publications } = now.publications;
  const { [key]: link } = before.publications;
  if (link !== undefined) publications[key] = link;
  if (now.unlinked === undefined) return { publications };
  const { [key]: _times, ...unlinked } = now.unlinked;
  const { [key]: times } = before.unlinked ?? {};
  if (times !== undefined) unlinked[key] = times;
  return { publications, unlinked };
}

/**
 * How often a version was unlinked from templates that the other has no link to: one that has stays linked by that alone,
 * and would seem to have been linked once more since.
 */
export function unlinkedElsewhere(of: Links, other: Links): Links['unlinked'] {
  if (of.unlinked === undefined) return undefined;
  const all = Object.keys(of.unlinked).map((key) => {
    const times = Object.entries(timesByTemplate(of, key));
    const linkedTo = other.publications[key]?.templateId;
    return [key, Object.fromEntries(times.filter(([id]) => id !== linkedTo))] as const;
  });
  return Object.fromEntries(all);
}

/** How often one of the two was unlinked; the very same as the first where the other was no more often. */
export function unlinkedInEither(
  one: Pick<Links, 'unlinked'>,
  other: Pick<Links, 'unlinked'>,
): Links['unlinked'] {
  const keys = Object.keys(other.unlinked ?? {});
  const merged = keys.map((key) => {
    const all = { ...timesByTemplate(one, key) };
    for (const [templateId, times] of Object.entries(timesByTemplate(other, key)))
      all[templateId] = Math.max(times, timesUnlinkedFrom(one, key, templateId));
    return [key, all] as const;
  });
  const more = merged.filter(([key, all]) => !sameJson(all, timesByTemplate(one, key)));
  return more.length === 0 ? one.unlinked : { ...one.unlinked, ...Object.fromEntries(more) };
}
