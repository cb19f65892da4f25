/** What all rooms stand on: the log, the preferences, the windows' events, and how the start went. */
import { join } from 'node:path';
import { events, type FoyerEvents } from '@shared/bridge/events';
import { takeLocaleFrom } from '@shared/messages/in-locale';
import { app } from 'electron';
import {
  collectStartupProblems,
  createWindowPreferences,
  openPreferences,
  createCrashDetector,
  type CommandLine,
  type MainWindow,
  type CrashDetector,
  type StartupQueue,
  type StoredPreferences,
  type StartupProblems,
  type WindowPreferences,
  type Windows,
} from '../app/app';
import { createEmitter, type Emit, type Emitter } from '../bridge/bridge';
import type { Log } from '../logging/logging';
import { onDocumentTrouble, onSetAside, type Preferences } from '../storage/storage';

/** What was there before the rooms were loaded (`launch.ts`). */
export interface Launch {
  commandLine: CommandLine;
  /** What comes while Foyer runs, or came while it was starting. */
  startupQueue: StartupQueue;
  log: Log;
  windows: Windows;
  /** The main window, already on its way; absent for a command and at login, which show none. */
  firstWindow: MainWindow | undefined;
  /** Started at login: into the tray. */
  isHidden: boolean;
}

export interface Foundation extends Launch {
  /** The profile's folder. */
  readonly profile: string;
  readonly warn: (event: string, fields: Record<string, unknown>) => void;
  readonly emitter: Emitter<FoyerEvents>;
  readonly emit: Emit<FoyerEvents>;
  readonly crashDetector: CrashDetector;
  readonly startupProblems: StartupProblems;
  readonly preferences: Preferences<StoredPreferences>;
  readonly openedPreferences: ReturnType<typeof openPreferences>;
  /** The preferences that the windows see and set. */
  readonly windowPreferences: WindowPreferences;
  /** The preferences could not be read for a while, and are now. */
  onPreferencesRead(listener: () => void): void;
}

/** Reads the preferences; from now on what goes wrong in storage is gathered for the window. */
export function createFoundation(launch: Launch, hasWindow: boolean): Foundation {
  const { log } = launch;
  const profile = app.getPath('userData');
  const warn: Foundation['warn'] = (event, fields) => log.warn(event, fields);
  log.info('main.start', { version: app.getVersion(), electron: process.versions.electron });

  const crashDetector = createCrashDetector(join(profile, 'run.json'), log);
  if (hasWindow) crashDetector.begin();

  const emitter = createEmitter(events, log);
  const { emit } = emitter;
  const startupProblems = collectStartupProblems(
    (problem) => emit('app', 'trouble', problem),
    (file) => emit('app', 'readAgain', { file }),
  );
  onSetAside((document) => {
    log.error('storage.setAside', { ...document });
    startupProblems.setAside(document);
  });
  onDocumentTrouble((found) => {
    log.warn('storage.trouble', found);
    startupProblems.document(found);
  });

  const openedPreferences = openPreferences(profile);
  const { file, preferences, trouble, keptAt, isRestored } = openedPreferences;
  if (trouble) log.warn('preferences.trouble', trouble);
  if (keptAt !== undefined) startupProblems.setAside({ path: file, keptAt, isRestored });
  takeLocaleFrom(() => preferences.get('locale'));

  return {
    ...launch,
    ...{
      profile,
      warn,
      emitter,
      emit,
      crashDetector,
      startupProblems,
      preferences,
      openedPreferences,
    },
    windowPreferences: createWindowPreferences(preferences, emit),
    onPreferencesRead(listener) {
      onDocumentTrouble(({ kind, path }) => {
        if (kind === 'readAgain' && path === file) listener();
      });
    },
  };
}
