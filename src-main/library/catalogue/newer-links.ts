/** Which of two links at one place is the newer one. */
import type { ThemeDocument } from '@shared/theme/theme';
import { compareTimes } from '../folder/compare-times';

/** The part of a link by which its age is told. */
interface Dated {
  readonly at: string;
}

/** Clocks of two computers differ by less. */
const dayMs = 24 * 60 * 60 * 1_000;

/** A clock was wrong: when it was is not known, and it would be the newest for ever. */
export function isAhead({ at }: Dated): boolean {
  return Date.parse(at) > Date.now() + dayMs;
}

/**
 * Positive where the first was published, or made, later. What a hand wrote for a time is ordered, too,
 * and what is dated in the future is the earliest.
 */
export function compareLinks(one: Dated, other: Dated): number {
  const order = Number(isAhead(other)) - Number(isAhead(one));
  if (order !== 0) return order;
  return compareTimes(one.at, other.at) || Number(one.at > other.at) - Number(one.at < other.at);
}

/** Whether a link was published, or made, later than another one or where there is none. */
export function isNewerLink(one: Dated, other: Dated | undefined): boolean {
  return other === undefined || compareLinks(one, other) > 0;
}

/**
 * The links of a theme, and of `more` those that are newer or that it lacks; the very same where there
 * are none. Templates that are two stay two: such a link of `more` is left out.
 */
export function withNewerLinks(
  links: ThemeDocument['publications'],
  more: ThemeDocument['publications'],
): ThemeDocument['publications'] {
  const newer = Object.entries(more).filter(([key, link]) => {
    const here = Object.hasOwn(links, key) ? links[key] : undefined;
    return isNewerLink(link, here) && (here === undefined || here.templateId === link.templateId);
  });
  return newer.length === 0 ? links : { ...links, ...Object.fromEntries(newer) };
}

/** Of `more` the links to templates that are others than those of `links`. */
export function linksElsewhere<Link extends { readonly templateId: string }>(
  links: Readonly<Record<string, { readonly templateId: string }>>,
  more: Readonly<Record<string, Link>>,
): Record<string, Link> {
  return Object.fromEntries(
    Object.entries(more).filter(([key, { templateId }]) => {
      const here = Object.hasOwn(links, key) ? links[key] : undefined;
      return here !== undefined && here.templateId !== templateId;
    }),
  );
}
