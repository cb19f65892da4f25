/** Preferences: electron-store reads them, the durable store writes them. */
import { join } from 'node:path';
import {
  libraryLayouts,
  librarySorts,
  mostEntries,
  preferencesSchema,
  savedFilterSchema,
  themeIdSchema,
  type Preferences as Shown,
} from '@shared/bridge/app';
import ElectronStore from 'electron-store';
import { z } from 'zod';
import {
  createPreferences,
  openPreferenceStore,
  type PreferenceDefinition,
  type Preferences,
} from '../../storage/storage';

const windowBoundsSchema = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(300).max(20_000),
  height: z.number().int().min(300).max(20_000),
  isMaximised: z.boolean(),
});
export type WindowBounds = z.infer<typeof windowBoundsSchema>;

export interface StoredPreferences extends Required<Shown> {
  windowPlace: WindowBounds;
  /** The ids of what was last done from the command palette, newest first. */
  recentCommands: string[];
  /** Electron's name of the keys that show the launcher; empty: none. */
  launcherKeys: string;
  /** Those that were pressed once; on Wayland nothing else tells that they arrive. */
  launcherKeysHeard: string;
  /** An icon in the system's tray, where there is one. */
  isInTray: boolean;
  /** Closing the window leaves Foyer running in the tray. */
  closesToTray: boolean;
  /** Whether Foyer checks for updates by itself; `null`: nobody decided. */
  looksForUpdates: boolean | null;
  /** ISO dates, or `null`: when it looked for updates last, and until when they are put off. */
  updatesLookedAt: string | null;
  updatesPutOffUntil: string | null;
  updatesLot: number | null;
}

/** More are not shown at once, but some of them may not be possible at the time. */
export const recentCommandsKept = 20;

/** The window's size at the first start (look, *Window*). */
const firstBounds: WindowBounds = { width: 1280, height: 820, isMaximised: false };

/** Nonsense counts as nothing; `null` is what an earlier Foyer wrote for the usual place. */
const libraryFolderSchema = z.string().min(1).optional().catch(undefined);

const libraryMovedSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** It has not come to its end, or one back has begun: whatever lies in the old folder, the library is in the new one. */
  isUnderWay: z.boolean().optional(),
  /** The names of what it left in the old folder; an earlier Foyer did not note them. */
  stayed: z.array(z.string()).optional(),
});
const libraryMovesSchema = z.array(libraryMovedSchema).catch([]);
/** A folder that a library has left, by Foyer or by a new name that a person gave it, and the one in which it is now. */
export type LibraryMoved = z.infer<typeof libraryMovesSchema>[number];

/** A list that is empty at first, and read entry by entry. */
function listOf<Entry>(schema: z.ZodType<Entry>, most: number): PreferenceDefinition<Entry[]> {
  return { schema: z.array(schema).max(most), fallback: [], entries: { schema, most } };
}

/** Opens the preferences of a profile. */
export function openPreferences(profile: string): {
  preferences: Preferences<StoredPreferences>;
  /** The preferences' file. */
  file: string;
  /**
   * Where the library lies, when a person chose; `undefined`: the usual place. It is no preference
   * like the others, because there is none to fall back on: themes would be looked for, and made,
   * where the library isn't.
   *
   * @throws StorageError as long as the preferences can't be read
   */
  libraryFolder: () => string | undefined;
  /** Which libraries Foyer moved, and where they are now. @throws StorageError, as `libraryFolder` */
  moves: () => readonly LibraryMoved[];
  /** Keeps where the library lies, and the moves. @throws StorageError when the next start would not know it */
  keepFolder: (folder: string, moves: readonly LibraryMoved[]) => void;
  /** Keeps the moves alone. @throws StorageError when the next start would not know them */
  keepMoves: (moves: readonly LibraryMoved[]) => void;
  /** What the usual place was when the library was there last. @throws StorageError, as `libraryFolder` */
  usualFolder: () => string | undefined;
  /** Keeps that. @throws StorageError when the next start would not know it */
  keepUsualFolder: (folder: string) => void;
  trouble: object | undefined;
  /** Where a file that could not be read was put. */
  keptAt: string | undefined;
  /** It holds what it held when it was last good. */
  isRestored: boolean;
} {
  const name = 'preferences';
  const file = join(profile, `${name}.json`);
  const { store, memoryOnly, keptAt, isRestored } = openPreferenceStore(
    file,
    () => new ElectronStore({ cwd: profile, name, clearInvalidConfig: true }),
  );
  const preferences = createPreferences<StoredPreferences>(store, {
    appearance: { schema: preferencesSchema.shape.appearance, fallback: 'system' },
    textSize: { schema: preferencesSchema.shape.textSize, fallback: 100 },
    locale: { schema: preferencesSchema.shape.locale, fallback: 'en' },
    loadPictures: { schema: preferencesSchema.shape.loadPictures, fallback: true },
    librarySort: { schema: z.enum(librarySorts), fallback: 'edited' },
    librarySortReversed: { schema: z.boolean(), fallback: false },
    libraryLayout: { schema: z.enum(libraryLayouts), fallback: 'medium' },
    favourites: listOf(themeIdSchema, mostEntries.favourites),
    recentThemes: listOf(themeIdSchema, mostEntries.recentThemes),
    savedFilters: listOf(savedFilterSchema, mostEntries.savedFilters),
    previewFrames: { schema: preferencesSchema.shape.previewFrames.unwrap(), fallback: 'both' },
    previewZoom: { schema: preferencesSchema.shape.previewZoom.unwrap(), fallback: 'fit' },
    activityShown: { schema: preferencesSchema.shape.activityShown.unwrap(), fallback: 'all' },
    windowPlace: { schema: windowBoundsSchema, fallback: firstBounds },
    recentCommands: listOf(z.string(), recentCommandsKept),
    launcherKeys: { schema: z.string().max(100), fallback: '' },
    launcherKeysHeard: { schema: z.string().max(100), fallback: '' },
    isInTray: { schema: z.boolean(), fallback: true },
    closesToTray: { schema: z.boolean(), fallback: false },
    looksForUpdates: { schema: z.boolean().nullable(), fallback: null },
    updatesLookedAt: { schema: z.string().nullable(), fallback: null },
    updatesPutOffUntil: { schema: z.string().nullable(), fallback: null },
    updatesLot: { schema: z.number().int().min(0).max(99).nullable(), fallback: null },
  });
  const trouble =
    memoryOnly === undefined && keptAt === undefined
      ? undefined
      : { keptAt, memoryOnly: memoryOnly?.message };
  const keepFolder = (folder: string, moves: readonly LibraryMoved[]): void => {
    const moved = moves.length > 0 ? { libraryMoves: moves } : {};
    store.setLastingly({ libraryFolder: folder, ...moved });
  };
  const keepMoves = (moves: readonly LibraryMoved[]): void => {
    store.setLastingly({ libraryMoves: moves });
  };
  const keepUsualFolder = (folder: string): void => {
    store.setLastingly({ usualLibraryFolder: folder });
  };
  const folderIn = (key: string) => (): string | undefined =>
    libraryFolderSchema.parse(store.getKnown(key));
  const libraryFolder = folderIn('libraryFolder');
  const usualFolder = folderIn('usualLibraryFolder');
  const moves = (): readonly LibraryMoved[] =>
    libraryMovesSchema.parse(store.getKnown('libraryMoves'));
  const folders = { libraryFolder, moves, keepFolder, keepMoves, usualFolder, keepUsualFolder };
  const opened = { preferences, file, ...folders };
  return { ...opened, trouble, keptAt, isRestored: isRestored === true };
}
