/** Which of two links of a theme at one place is the newer one. */
import type { ThemeDocument } from '@shared/theme/theme';
import { compareTimes } from '../folder/compare-times';

/** The part of a link by which its age is told. */
interface Dated {
  readonly at: string;
}

/** Whether a link was published, or made, later than another one or where there is none. */
export function isNewerLink(one: Dated, other: Dated | undefined): boolean {
  return other === undefined || compareTimes(one.at, other.at) > 0;
}

/**
 * The links of a theme, and of `more` those that are newer or that it lacks. Templates that are two
 * stay two: such a link of `more` is left out.
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
