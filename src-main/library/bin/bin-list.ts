import type { BinContent, BinnedTheme as Shown } from '@shared/library';
import { unreadProblemError } from '../../storage/storage';
import type { Bin, KeptTheme } from './bin';
import { daysLeft } from './bin-days';
import { documentedTheme } from '../catalogue/theme-card';
import { shownThemeIn } from '../folder/theme-file';

/**
 * What the windows see of the bin, last deleted first. It is the profile's, so it is there without
 * the library folder. @throws ProblemError storage…
 */
export async function shownBin(bin: Bin): Promise<BinContent> {
  try {
    const { themes, unread, damaged } = await bin.list();
    const clock = await bin.look();
    const shown = themes
      .map((theme) => shownTheme(theme, daysLeft(theme, clock)))
      .sort((one, other) => (one.removedAt < other.removedAt ? 1 : -1));
    return { themes: shown, unread, damaged };
  } catch (error) {
    throw unreadProblemError(error, bin.folder);
  }
}

function shownTheme(binned: KeptTheme, left: number): Shown {
  const { entry, id, file, folder = null, removedAt, text } = binned;
  const document = shownThemeIn(text);
  return {
    entry,
    id,
    name: document?.name ?? file,
    tags: document?.tags ?? [],
    theme: document === undefined ? null : withoutCss(document.theme),
    file,
    folder,
    removedAt,
    daysLeft: left,
    publications: Object.values(binned.publications).filter(({ sent }) => sent !== undefined)
      .length,
  };
}

function withoutCss(theme: Parameters<typeof documentedTheme>[0]): NonNullable<Shown['theme']> {
  const { customCss: _large, ...rest } = documentedTheme(theme);
  return rest;
}
