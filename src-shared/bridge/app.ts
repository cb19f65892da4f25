/** The room *app*: the program itself, its appearance, its health. */
import { z } from 'zod';
import { problemSchema } from '../problem';
import { sharedCommands, type SharedCommandName } from '../shared-commands';
import { firstThemesSchema } from '../first-themes';
import { wornTagSchema } from '../theme/theme';
import { call } from './contract';

export const appearances = ['system', 'light', 'dark'] as const;
export const textSizes = [87.5, 100, 112.5, 125, 150, 175, 200] as const;
/** The orders that the library knows. */
export const librarySorts = ['edited', 'opened', 'name', 'status', 'tag', 'font'] as const;
/** What the library shows of all that there is; what each means is in the window's `library-view`. */
export const libraryFilters = [
  'all',
  'favourite',
  'draft',
  'published',
  'changed',
  'attention',
  'conflict',
] as const;
/** How the library draws its themes: as cards of a size, or in a list. */
export const libraryLayouts = ['small', 'medium', 'large', 'list'] as const;
/** What the studio's preview stands in. */
export const previewFrames = ['phone', 'wide', 'both'] as const;
/** What Activity shows: what was sent, what was done on this computer, or both. */
export const activityShows = ['all', 'sent', 'here'] as const;
/** A way to look at the library that a person gave a name. */
export const savedFilterSchema = z.object({
  name: z.string().min(1).max(60),
  query: z.string().max(200),
  filter: z.enum(libraryFilters),
  tag: wornTagSchema.nullable(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;
/** A theme, in a list of what a person prefers. */
export const themeIdSchema = z.string().min(1).max(100);
/** How many entries the lists may have. */
export const mostEntries = { favourites: 100_000, recentThemes: 100, savedFilters: 50 } as const;
/** What a person prefers. */
export const preferencesSchema = z.object({
  appearance: z.enum(appearances),
  /** Percent. */
  textSize: z.number().min(75).max(200),
  locale: z.enum(['en', 'en-XA']),
  /** Whether pictures that themes name are fetched; copies are shown either way. */
  loadPictures: z.boolean(),
  /** How the library is sorted; last edited first where it isn't said. */
  librarySort: z.enum(librarySorts).optional(),
  /** From the other end. */
  librarySortReversed: z.boolean().optional(),
  /** The themes with a star, the newest star first; none where it isn't said. */
  favourites: z.array(themeIdSchema).max(mostEntries.favourites).optional(),
  /** What was opened in the studio, newest first. */
  recentThemes: z.array(themeIdSchema).max(mostEntries.recentThemes).optional(),
  /** In the order of the sidebar. */
  savedFilters: z.array(savedFilterSchema).max(mostEntries.savedFilters).optional(),
  /** Cards of the middle size, where it isn't said. */
  libraryLayout: z.enum(libraryLayouts).optional(),
  /** The studio's frames; both, where there is room for them, where it isn't said. */
  previewFrames: z.enum(previewFrames).optional(),
  /** How big the studio shows them, 1 being their own size; `fit`, where it isn't said. */
  previewZoom: z.union([z.literal('fit'), z.number().min(0.25).max(4)]).optional(),
  /** Both, where it isn't said. */
  activityShown: z.enum(activityShows).optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Work of the window's own: it reads files that are imported, or makes themes of images. */
export const windowWorkSchema = z.enum(['import', 'make']);
export type WindowWork = z.infer<typeof windowWorkSchema>;

/** Whether the OS keychain can be used. */
export const keychainStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('absent'), detail: z.string() }),
  z.object({ state: z.literal('locked') }),
]);
export type KeychainState = z.infer<typeof keychainStateSchema>;

export const appStateSchema = z.object({
  preferences: preferencesSchema,
  platform: z.enum(['macos', 'windows', 'linux']),
  version: z.string(),
  electron: z.string(),
  /** It runs on an Electron whose security holes are known: the one for development and tests. */
  hasKnownHoles: z.boolean(),
  /** No connection was ever made: the first run. */
  isFirstRun: z.boolean(),
});
export type AppState = z.infer<typeof appStateSchema>;

export const diagnosticsSchema = z.object({
  versions: z.record(z.string(), z.string()),
  profileFolder: z.string(),
  /** `null` while the settings, which say where it is, can't be read. */
  libraryFolder: z.string().nullable(),
  logFolder: z.string(),
  keychain: keychainStateSchema,
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

const nothing = z.undefined();
const commandId = z.string().min(1).max(200);

export const appCalls = {
  /** The program's facts and the preferences. */
  state: call(nothing, appStateSchema),
  /** The window listens now: events that waited are sent. */
  ready: call(nothing, nothing),
  /** Changes some preferences; all windows hear of it. */
  setPreferences: call(preferencesSchema.partial(), preferencesSchema),
  /** What the library shows first, for the page of the next start. */
  keepFirstScreen: call(firstThemesSchema, nothing),
  /** Versions, folders, the keychain's state. Asks the keychain, so it can take seconds. */
  diagnostics: call(nothing, diagnosticsSchema),
  /** Shows the folder in the system's file window. */
  showFolder: call(z.enum(['profile', 'library', 'log']), nothing),
  /** The ids of what was last done from the command palette, newest first. */
  recentCommands: call(nothing, z.array(commandId)),
  /** Something was done from the command palette. */
  noteCommand: call(commandId, nothing),
  /** Shows a file of the library folder in the system's file window. */
  showLibraryFile: call(z.string().min(1).max(255), nothing),
  /** Asks the person for a folder, for `library.useFolder`; `null` when they thought better of it. */
  chooseLibraryFolder: call(nothing, z.string().nullable()),
  /** Ends the safe mode: themes are loaded from now on. */
  leaveSafeMode: call(nothing, nothing),
  /** Undoes in the text field that has the focus, as the system's own menu item would. */
  undoInField: call(z.enum(['undo', 'redo']), nothing),
  /** What was typed in the window, as `ending` asks, is with main. */
  handedOver: call(nothing, nothing),
  /** Work that the window does by itself now, and that ends with it; told whenever that changes. */
  atWork: call(z.object({ work: z.array(windowWorkSchema) }), nothing),
  /** Puts text in the clipboard. */
  copyText: call(z.string().max(4_000_000), nothing),
};

export const appEvents = {
  /** Something that a person must hear of and that no call of theirs brought about. */
  trouble: problemSchema,
  /** A document that could not be read, as `trouble` told, was read after all. */
  readAgain: z.object({ file: z.string() }),
  preferencesChanged: preferencesSchema,
  /** Foyer is about to end: what is typed in a field that is given on when it is left, is wanted now. */
  ending: nothing,
  /** A link asks for a theme to be opened. */
  openTheme: z.object({ id: z.string() }),
  /** A menu item or a shortcut of the system's menu that the window carries out. */
  command: z.enum(Object.keys(sharedCommands) as SharedCommandName[]),
};
