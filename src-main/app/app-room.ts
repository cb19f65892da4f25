/** The calls of the room *app*: the program's facts, preferences, folders, the clipboard. */
import type { AppState, KeychainState, WindowWork } from '@shared/bridge/app';
import type { FirstThemes } from '@shared/first-themes';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import { basename, join } from 'node:path';
import { app, BrowserWindow, clipboard, dialog, shell } from 'electron';
import type { Preferences } from '../storage/storage';
import { holesIn } from './electron-holes';
import { recentCommandsKept, type StoredPreferences } from './preferences/stored-preferences';
import type { WindowPreferences } from './preferences/window-preferences';

export interface AppRoomOptions {
  preferences: Preferences<StoredPreferences>;
  windowPreferences: WindowPreferences;
  /** `library` throws ProblemError storageLibraryUnknown while it isn't known. */
  folders: { profile: string; library(): string; log: string };
  /** The library folder, made where it is still to be made. @throws ProblemError where it is missing */
  libraryToShow(): Promise<string>;
  /** The person chose a folder for the library. */
  onFolderChosen(folder: string): void;
  /** The person wants the themes loaded after all. */
  onSafeModeEnd(): void;
  keychainState(): Promise<KeychainState>;
  isFirstRun(): boolean;
  /** Keeps the window for the next start as it is now. Never rejects. */
  keepFirstScreen(state: AppState, library: FirstThemes): Promise<void>;
  /** The window listens from now on. */
  onReady(): void;
  /** The window has given on what was typed in it. */
  onHandedOver(): void;
  /** The window does this by itself, and nothing else. */
  onWindowWork(work: readonly WindowWork[]): void;
}

const platforms: Partial<Record<NodeJS.Platform, 'macos' | 'windows'>> = {
  darwin: 'macos',
  win32: 'windows',
};

const hasKnownHoles = holesIn(process.versions.electron).length > 0;

export function createAppRoom(options: AppRoomOptions): Handlers<FoyerCalls>['app'] {
  const { preferences, windowPreferences, folders } = options;
  const state = (): AppState => ({
    preferences: windowPreferences.shown(),
    platform: platforms[process.platform] ?? 'linux',
    version: app.getVersion(),
    electron: process.versions.electron,
    hasKnownHoles,
    isFirstRun: options.isFirstRun(),
  });
  function libraryFolder(): string | null {
    try {
      return folders.library();
    } catch (error) {
      // What else there is to say is wanted most then.
      if (error instanceof ProblemError && error.problem.code === 'storageLibraryUnknown')
        return null;
      throw error;
    }
  }
  return {
    state,
    async keepFirstScreen(library) {
      await options.keepFirstScreen(state(), library);
    },
    ready() {
      options.onReady();
    },
    handedOver() {
      options.onHandedOver();
    },
    atWork({ work }) {
      options.onWindowWork(work);
    },
    setPreferences: (changes) => windowPreferences.set(changes),
    async diagnostics() {
      // First, because it can take seconds, in which the folder may become known.
      const keychain = await options.keychainState();
      return {
        versions: {
          foyer: app.getVersion(),
          electron: process.versions.electron,
          chromium: process.versions.chrome,
          node: process.versions.node,
          system: `${process.platform} ${process.arch} ${process.getSystemVersion()}`,
        },
        profileFolder: folders.profile,
        libraryFolder: libraryFolder(),
        logFolder: folders.log,
        keychain,
      };
    },
    async showFolder(which) {
      const path = which === 'library' ? await options.libraryToShow() : folders[which];
      const detail = await shell.openPath(path);
      if (detail !== '') throw new ProblemError({ code: 'folderNotShown', path, detail });
    },
    showLibraryFile(file) {
      // A name alone: no way leads out of the folder.
      if (basename(file) === file) shell.showItemInFolder(join(folders.library(), file));
    },
    async chooseLibraryFolder() {
      const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
      const wish: Electron.OpenDialogOptions = {
        properties: ['openDirectory', 'createDirectory'],
        defaultPath: folders.library(),
      };
      const { canceled, filePaths } = window
        ? await dialog.showOpenDialog(window, wish)
        : await dialog.showOpenDialog(wish);
      const [folder] = filePaths;
      if (canceled || folder === undefined) return null;
      options.onFolderChosen(folder);
      return folder;
    },
    leaveSafeMode() {
      options.onSafeModeEnd();
    },
    recentCommands: () => preferences.get('recentCommands'),
    noteCommand(id) {
      const others = preferences.get('recentCommands').filter((other) => other !== id);
      preferences.set('recentCommands', [id, ...others].slice(0, recentCommandsKept));
    },
    undoInField(which) {
      BrowserWindow.getFocusedWindow()?.webContents[which]();
    },
    async copyText(text) {
      await clipboard.writeText(text);
    },
  };
}
