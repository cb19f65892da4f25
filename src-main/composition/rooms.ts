/**
 * Builds the rooms in the order in which they need each other. A room is handed what it asks for and
 * knows no other; who hears of what happened in whom is said in `wiring.ts`.
 */
import { join } from 'node:path';
import { m } from '@shared/messages/messages';
import type { LocalAction } from '@shared/activity';
import type { Connection, Connections as ConnectionsSnapshot } from '@shared/connection';
import type { ProxyQuestion } from '@shared/bridge/proxy';
import type { OutboxSnapshot, PublishAnswered } from '@shared/publishing';
import { app } from 'electron';
import { createActivity } from '../activity/activity';
import {
  createFileQuestions,
  openInBrowser,
  preferencesBackup,
  updateChoices,
  updateHost,
  updateSource,
  type LauncherRoom,
  type MainWindowKeeper,
} from '../app/app';
import { createBilling } from '../billing/billing';
import { createConnections } from '../connections/connections';
import { createCredentials, createSystemKeychain } from '../credentials/credentials';
import { createDomains } from '../domains/domains';
import { createLibrary, largestThemeFile } from '../library/library';
import { createOutbox } from '../outbox/outbox';
import { createPictures, mayLoad } from '../pictures/pictures';
import type { PracticeEndpoint } from '../practice/practice';
import { createPreviews } from '../previews/previews';
import { createProxySignIn } from '../proxy/proxy';
import { createElectronTransport } from '../service/electron-transport';
import { createServiceClient, type Transport } from '../service/service';
import { secretService } from '../session-bus/session-bus';
import { openDocumentFolder } from '../storage/storage';
import { createTransfer } from '../transfer/transfer';
import { createQuietTime, createUpdates } from '../updates/updates';
import type { Foundation } from './foundation';
import { createLibraryPlace } from './library-place';
import { createListeners } from './listeners';
import type { PreviewEnds } from './preview-ends';
import { readTokens } from './read-tokens';
import { startedOnce } from './started-once';

/** What the rooms need of the shell. */
export interface RoomsOptions {
  mainWindow: Pick<MainWindowKeeper, 'isVisible'>;
  /** Quits, and calls `install` last of all. */
  readonly quitWith: (install: () => void) => void;
}

export type Rooms = ReturnType<typeof createRooms>;
export type StoredRooms = Awaited<ReturnType<typeof openStoredRooms>>;

/** The rooms that are there at once. */
export function createRooms(foundation: Foundation, options: RoomsOptions) {
  const { profile, preferences, openedPreferences, log, warn, crashDetector } = foundation;

  const credentials = createCredentials({
    keychain: createSystemKeychain(),
    onSecret: (token) => log.registerSecret(token),
    platform: process.platform,
    secretService: () => secretService(process.env),
    warn,
  });
  const activity = createActivity({
    folder: join(profile, 'activity'),
    withoutSecrets: (text) => log.withoutSecrets(text),
    learnSecrets: () => readTokens(connections, warn),
    warn,
  });

  const proxyChanged = createListeners<[ProxyQuestion | null]>();
  const proxy = createProxySignIn(proxyChanged.tell, () => options.mainWindow.isVisible());

  // Sessions exist once Electron is ready; the rooms are built before, while it is not.
  let transport: Transport | undefined;
  const sendByElectron: Transport['send'] = (request) =>
    (transport ??= createElectronTransport({ askProxySignIn: proxy.ask })).send(request);
  const quietTime = createQuietTime();
  // The client asks the connections where a request goes, and they ask it to try one out.
  const client = createServiceClient({
    transport: {
      send: (request) => quietTime.during(() => sendByElectron(request)),
      close: async () => transport?.close(),
    },
    connectionById: (id) => connections.knownById(id),
    tokenFor: (connectionId, origin) => connections.tokenFor(connectionId, origin),
    onTokenRefused: (connectionId, origin) => connections.tokenRefused(connectionId, origin),
    activity,
    onUnrecorded: (error, id) => log.error('activity.notRecorded', { id, error: String(error) }),
  });
  const connectionsChanged = createListeners<[ConnectionsSnapshot]>();
  const connectionAccessChanged = createListeners<[id: string, isPresentedAnew: boolean]>();
  const connectionRemoved = createListeners<[string]>();
  const connectionActions = createListeners<[LocalAction]>();
  const connections = createConnections({
    file: join(profile, 'connections.json'),
    tokens: credentials,
    check: (input, token) => client.checkConnection(input, token),
    startPractice: practiceStarter(),
    practiceLabel: () => m.practice_label(),
    onChange: connectionsChanged.tell,
    onAccessChanged: connectionAccessChanged.tell,
    onRemoved: connectionRemoved.tell,
    onDone: connectionActions.tell,
    log,
  });

  const place = createLibraryPlace({
    given: foundation.commandLine.library,
    kept: openedPreferences,
    documents: () => app.getPath('documents'),
    warn,
  });
  const chosenFolders = new Set<string>();
  const library = createLibrary({
    folder: () => openDocumentFolder(place.folder(), { maxBytes: largestThemeFile }),
    profileFolder: profile,
    makeFolder: true,
    isHeld: () => crashDetector.isSafeMode(),
    mayUse: (folder) => chosenFolders.has(folder),
    moveBegins: place.moveBegins,
    movedTo: place.chosen,
    isMoved: place.isMoved,
    moveEnded: place.moveEnded,
    isThere: place.isThere,
    connections: () => connections.snapshot().list,
    isKnownElsewhere: (themeId) =>
      outbox.isUnsettled(themeId) || preferences.get('favourites')?.includes(themeId) === true,
    startersFolder: join(app.getAppPath(), 'resources', 'themes'),
    names: {
      untitled: () => m.theme_untitled(),
      copy: (name) => m.theme_copy({ name }),
      conflict: (name) => m.theme_conflict({ name }),
    },
    log,
  });

  const pictures = createPictures({
    folder: join(profile, 'pictures'),
    library,
    mayLoad: () => preferences.get('loadPictures'),
    warn,
  });

  const outboxChanged = createListeners<[OutboxSnapshot]>();
  const outboxAnswered = createListeners<[PublishAnswered]>();
  const outbox = createOutbox({
    profileFolder: profile,
    library,
    connections: () => connections.known(),
    connectionsProblem: () => connections.snapshot().problem,
    connectionById: (id) => connections.knownById(id),
    wasRemoved: (id) => connections.wasRemoved(id),
    learnIds: (address, keeps) => connections.learnIds(address, keeps),
    send: client.send,
    onChange: outboxChanged.tell,
    onAnswer: outboxAnswered.tell,
    log,
  });

  const updates = createUpdates({
    ...updateSource(),
    present: app.getVersion(),
    kept: updateChoices(preferences),
    send: sendByElectron,
    async loadUpdater(feed) {
      const { createUpdater } = await import('../updates/updater');
      return createUpdater(updateHost(feed, warn));
    },
    quietMs: () => quietTime.quietMs(),
    endWith: options.quitWith,
    warn,
  });

  return {
    ...{ credentials, activity, proxy, client, connections, library, pictures, outbox, updates },
    ...{ connectionsChanged, connectionAccessChanged, connectionRemoved, connectionActions },
    ...{ proxyChanged, outboxChanged, outboxAnswered, quietTime },
    /** The person chose a folder for the library. */
    allowLibraryFolder: (folder: string) => void chosenFolders.add(folder),
  };
}

/** The practice service is loaded when it is first wanted; it keeps its port if that is free. */
function practiceStarter() {
  const practice = startedOnce(async (before: string | undefined): Promise<PracticeEndpoint> => {
    const { createPracticeService } = await import('../practice/practice');
    const port = before === undefined ? undefined : Number(new URL(before).port);
    return createPracticeService({ port, anyPortIfTaken: true }).start();
  });
  return async (before: string | undefined) => {
    const { baseAddress, token } = await practice(before);
    return { baseAddress, workspaceId: 'practice-workspace', token };
  };
}

/** What those rooms need of the shell that read the disk first. */
export interface StoredRoomsOptions {
  mainWindow: Pick<MainWindowKeeper, 'window'>;
  launcher: Pick<LauncherRoom, 'handlers'> & {
    readonly previewEnds: Pick<PreviewEnds, 'launcherPage'>;
  };
  readonly onReturn: () => void;
}

/** The rooms that read the disk before they can be used, and those that were waiting to be read. */
export async function openStoredRooms(
  foundation: Foundation,
  rooms: Rooms,
  { mainWindow, launcher, onReturn }: StoredRoomsOptions,
) {
  const { profile: folder, preferences, windowPreferences, emit, log, warn } = foundation;
  const { client, connections, library, outbox, quietTime, updates } = rooms;
  const given = {
    folder,
    connectionById: (id: string): Connection | undefined => connections.knownById(id),
    // What is sent once waits for its turn and a locked keychain in memory alone: an update would drop it.
    send: (...asked: Parameters<typeof client.send>) =>
      quietTime.during(() => client.send(...asked)),
    warn,
  };
  const transferActions = createListeners<[LocalAction]>();
  const [previews, billing, domains] = await Promise.all([
    createPreviews({
      ...given,
      launcherPage: () => launcher.previewEnds.launcherPage,
      connectionById: (id) => connections.byId(id),
      connectionAt: ({ baseAddress, workspaceId }) =>
        connections
          .snapshot()
          .list.find((one) => one.baseAddress === baseAddress && one.workspaceId === workspaceId),
    }),
    createBilling({ ...given, openExternal: openInBrowser, onReturn }),
    createDomains(given),
    connections.start(),
    outbox.start(),
  ]);
  const transfer = createTransfer({
    mayLoadPicture: mayLoad,
    library: {
      list: async () => library.handlers.list(undefined),
      whole: (id) => library.withWaitingLinks(id),
      rescan: () => library.rescan(),
      assertSame: () => library.assertSame(),
      addForeign: (theme, assertSame) => library.addForeign(theme, assertSame),
      putBack: (document, ifDifferent, at, assertSame) =>
        library.putBack(document, ifDifferent, at, assertSame),
    },
    ask: createFileQuestions(() => mainWindow.window()),
    profileFolder: folder,
    largestTheme: largestThemeFile,
    backupParts: [
      connections.backupPart,
      previews.backupPart,
      preferencesBackup({
        all: () => preferences.allKnown(),
        unread: (list) => preferences.unread(list),
        set: (changes) => void windowPreferences.set(changes),
        setTray: async (changes) => launcher.handlers.setTray(changes),
        setLooksForUpdates: async (isOn) => updates.handlers.setDaily({ isOn }),
        setLauncherKeys: async (keys) => launcher.handlers.setKeys({ keys }),
      }),
    ],
    names: {
      untitled: () => m.transfer_untitled(),
      themes: () => m.transfer_file_themes(),
      backup: (day) => m.transfer_file_backup({ day }),
    },
    onProgress: (progress) => emit('transfer', 'progress', progress),
    onDone: transferActions.tell,
    onOpened: () => emit('transfer', 'opened', {}),
    log,
  });
  return { previews, billing, domains, transfer, transferActions };
}
