/** What answers the calls of the contract: each room's own handlers, and the shell's. */
import { join } from 'node:path';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers, NameIn } from '@shared/bridge/contract';
import { localDay } from '@shared/local-day';
import { app } from 'electron';
import {
  createAppRoom,
  keepFirstScreen,
  markStart,
  saveTextFile,
  startMarks,
  type MainWindowKeeper,
} from '../app/app';
import type { Foundation } from './foundation';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';

/** A person wants to send something: a proxy that they did not sign in to may ask once more. */
export const sendingCalls: ReadonlySet<unknown> = new Set<NameIn<FoyerCalls>>([
  'outbox.publish',
  'outbox.publishChanged',
  'outbox.retry',
  'outbox.setPaused',
  'outbox.decide',
  'previews.start',
  'billing.send',
  'domains.create',
  'connections.check',
]);

export function createHandlers(
  foundation: Foundation,
  rooms: Rooms & StoredRooms,
  mainWindow: MainWindowKeeper,
  shell: Shell,
): Handlers<FoyerCalls> {
  const { preferences, profile, crashDetector, startupProblems, windowPreferences } = foundation;
  const { commandLine, log } = foundation;
  const { activity, connections, credentials, library, transfer } = rooms;
  return {
    app: createAppRoom({
      preferences,
      windowPreferences,
      folders: { profile, library: () => library.folder(), log: join(profile, 'logs') },
      libraryToShow: () => library.folderToShow(),
      onFolderChosen: rooms.allowLibraryFolder,
      onSafeModeEnd: () => crashDetector.leaveSafeMode(),
      keychainState: () => credentials.state(),
      isFirstRun: () => connections.isFirstRun(),
      async keepFirstScreen(state, library) {
        const place = { profile, version: app.getVersion(), library: commandLine.library };
        const window = {
          bounds: preferences.get('windowPlace'),
          appearance: preferences.get('appearance'),
        };
        const screen = { state, connections: connections.snapshot(), library };
        await keepFirstScreen(place, window, screen).catch((error: unknown) =>
          log.warn('window.firstScreenNotKept', { error: String(error) }),
        );
      },
      onHandedOver: () => mainWindow.handedOver(),
      onWindowWork: (work) => mainWindow.setWork(work),
      onReady() {
        markStart('shown');
        log.info('main.started', startMarks());
        crashDetector.shown();
        mainWindow.ready();
        startupProblems.notify();
        transfer.tellOpened();
      },
    }),
    connections: {
      ...connections.handlers,
      async practise() {
        const practised = await connections.handlers.practise(undefined);
        await library.addStartersWhenEmpty();
        return practised;
      },
    },
    library: library.handlers,
    pictures: rooms.pictures.handlers,
    outbox: rooms.outbox.handlers,
    previews: rooms.previews.handlers,
    billing: rooms.billing.handlers,
    domains: rooms.domains.handlers,
    activity: {
      list: (page) => activity.list(page),
      details: ({ id }) => activity.details(id),
      detailsToGiveAway: ({ id }) => activity.detailsToGiveAway(id),
      async exportAll() {
        const name = `foyer-activity-${localDay(new Date())}.jsonl`;
        return { path: await saveTextFile(mainWindow.window(), name, await activity.exported()) };
      },
    },
    transfer: transfer.handlers,
    proxy: rooms.proxy.handlers,
    launcher: shell.launcher.handlers,
    updates: rooms.updates.handlers,
  };
}
