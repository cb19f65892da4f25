/**
 * The composition root: the only file that knows all rooms. It builds them, wires them to each other
 * and to the bridge, and starts the shell.
 */
import { join } from 'node:path';
import { calls, type FoyerCalls } from '@shared/bridge/calls';
import { callChannel, eventChannel, type Handlers, type NameIn } from '@shared/bridge/contract';
import { events } from '@shared/bridge/events';
import { m } from '@shared/messages/messages';
import { overwriteGetLocale } from '@shared/messages/runtime';
import { app, ipcMain, nativeTheme, session as sessions, type BrowserWindow } from 'electron';
import { createActivity } from './activity/activity';
import {
  beginRun,
  collectTroubles,
  createAppRoom,
  createFileQuestions,
  cutOff,
  declareOwnScheme,
  openInBrowser,
  openMainWindow,
  openPreferences,
  preferencesBackup,
  preloadPath,
  readCommandLine,
  senderOf,
  saveTextFile,
  serveOwnPages,
  setMenu,
  watchNetwork,
} from './app/app';
import { createBilling } from './billing/billing';
import { createEmitter, serve, type Listener } from './bridge/bridge';
import { createConnections } from './connections/connections';
import { createCredentials, createSystemKeychain } from './credentials/credentials';
import { createDomains } from './domains/domains';
import { createLibrary, largestThemeFile } from './library/library';
import { createPictures } from './pictures/pictures';
import { createOutbox } from './outbox/outbox';
import type { PracticePlace } from './practice/practice';
import { createPreviews } from './previews/previews';
import { createProxySignIn } from './proxy/proxy';
import { createElectronTransport } from './service/electron-transport';
import { createServiceClient, type Transport } from './service/service';
import { createLog, onSetAside, openDocumentFolder, problemOfStorage } from './storage/storage';
import { createTransfer } from './transfer/transfer';

/** What is being published when a person quits has so long to be answered. */
const longestFarewellMs = 3_000;

/** Tells a script why (architecture, *Terminal and second start*). */
const exitWithoutDisplay = 6;

const commandLine = readCommandLine(process.argv);
if (commandLine.profile !== undefined) app.setPath('userData', commandLine.profile);

const hasDisplay =
  process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
if (!hasDisplay) {
  // Electron would die on its way to `ready` without a word.
  process.stderr.write(`${m.no_display()}\n`);
  process.exit(exitWithoutDisplay);
}

declareOwnScheme();
// The windows' pages name no hosts; nothing looks one up ahead of a request.
app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');

if (app.requestSingleInstanceLock()) {
  start().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
    app.exit(1);
  });
} else {
  app.quit();
}

async function start(): Promise<void> {
  const profile = app.getPath('userData');
  const developmentServer = process.env['ELECTRON_RENDERER_URL'];
  const isDevelopment = !app.isPackaged && developmentServer !== undefined;

  const log = createLog({ folder: join(profile, 'logs') });
  process.on('uncaughtException', (error) => log.error('main.uncaught', { error: error.stack }));
  process.on('unhandledRejection', (reason) => {
    log.error('main.unhandled', { error: reason instanceof Error ? reason.stack : String(reason) });
  });
  log.info('main.start', { version: app.getVersion(), electron: process.versions.electron });

  const run = beginRun(join(profile, 'run.json'), (error) => {
    log.warn('main.runNotMarked', { error: String(error) });
  });
  let isSafeMode = run.isSafeMode;
  if (isSafeMode) log.warn('main.safeMode');

  const troubles = collectTroubles((problem) => emit('app', 'trouble', problem));
  onSetAside((document) => {
    log.error('storage.setAside', { ...document });
    troubles.setAside(document);
  });
  const { preferences, trouble, keptAt } = openPreferences(profile);
  if (trouble) log.warn('preferences.trouble', trouble);
  if (keptAt !== undefined) {
    troubles.setAside({ path: join(profile, 'preferences.json'), keptAt, isRestored: false });
  }
  overwriteGetLocale(() => preferences.get('locale'));

  const emitter = createEmitter(events, log);
  const { emit } = emitter;

  // ── The rooms ────────────────────────────────────────────────────────────────────────────────
  const credentials = createCredentials({
    keychain: createSystemKeychain(),
    onSecret: (token) => log.registerSecret(token),
    platform: process.platform,
  });
  const activity = createActivity({ folder: join(profile, 'activity') });
  activity.onChange((entry) => emit('activity', 'changed', entry));

  const proxy = createProxySignIn((question) => emit('proxy', 'changed', question));

  // Sessions exist once Electron is ready; the rooms are built before, while it is not.
  let transport: Transport | undefined;
  const client = createServiceClient({
    transport: {
      send: (request) =>
        (transport ??= createElectronTransport({ askProxySignIn: proxy.ask })).send(request),
      close: async () => transport?.close(),
    },
    tokenFor: (connectionId, origin) => credentials.token(connectionId, origin),
    activity,
    onUnrecorded: (error, id) => log.error('activity.notRecorded', { id, error: String(error) }),
  });

  let practice: Promise<PracticePlace> | undefined;
  /** The practice service is loaded when it is first wanted; it keeps its port if that is free. */
  async function startPractice(before: string | undefined): Promise<PracticePlace> {
    const { createPracticeService } = await import('./practice/practice');
    const port = before === undefined ? undefined : Number(new URL(before).port);
    return createPracticeService({ port, anyPortIfTaken: true }).start();
  }
  const connections = createConnections({
    file: join(profile, 'connections.json'),
    tokens: credentials,
    check: (input, token) => client.checkConnection(input, token),
    async startPractice(before) {
      const { baseAddress, token } = await (practice ??= startPractice(before));
      return { baseAddress, workspaceId: 'practice-workspace', token };
    },
    practiceLabel: () => m.practice_label(),
    onChange: (snapshot) => {
      emit('connections', 'changed', snapshot);
      library.connectionsChanged();
      outbox.connectionsChanged();
    },
    log,
  });
  const connectionById = (id: string) => connections.byId(id);
  const warn = (event: string, fields: Record<string, unknown>) => log.warn(event, fields);

  const chosenLibrary = commandLine.library ?? preferences.get('libraryFolder') ?? undefined;
  const libraryFolder = chosenLibrary ?? join(app.getPath('documents'), 'Foyer themes');
  const chosenFolders = new Set<string>();
  const library = createLibrary({
    folder: openDocumentFolder(libraryFolder, { maxBytes: largestThemeFile }),
    profileFolder: profile,
    makeFolder: true,
    isHeld: () => isSafeMode,
    mayUse: (folder) => chosenFolders.has(folder),
    movedTo: (folder) => preferences.set('libraryFolder', folder),
    connections: () => connections.snapshot().list,
    deliveryOf: (themeId, connectionId) => outbox.deliveryOf(themeId, connectionId),
    startersFolder: join(app.getAppPath(), 'resources', 'themes'),
    names: {
      untitled: () => m.theme_untitled(),
      copy: (name) => m.theme_copy({ name }),
      conflict: (name) => m.theme_conflict({ name }),
    },
    log,
  });
  library.onChange((change) => {
    emit('library', 'changed', change);
    outbox.themesChanged(change.upserted.map(({ id }) => id));
  });
  library.onThemeChange((theme) => emit('library', 'themeChanged', theme));
  library.onVersionsChange((id) => emit('library', 'versionsChanged', { id }));

  const pictures = createPictures({
    folder: join(profile, 'pictures'),
    library,
    mayLoad: () => preferences.get('loadPictures'),
    warn,
  });
  pictures.onChange((picture) => emit('pictures', 'changed', picture));
  pictures.onCleared(() => emit('pictures', 'cleared', {}));

  const outbox = createOutbox({
    profileFolder: profile,
    library,
    connectionById,
    learnIds: (id, keeps) => connections.learnIds(id, keeps),
    send: client.send,
    onChange: (snapshot) => emit('outbox', 'changed', snapshot),
    onAnswer: (answered) => emit('outbox', 'answered', answered),
    log,
  });

  await Promise.all([connections.start(), outbox.start()]);
  const previews = await createPreviews({
    folder: profile,
    connectionById,
    send: client.send,
    warn,
  });
  previews.onChange((state) => emit('previews', 'changed', state));
  const billing = await createBilling({
    folder: profile,
    connectionById,
    send: client.send,
    openExternal: openInBrowser,
    onReturn: () => showWindow(),
    warn,
  });
  billing.onChange((state) => emit('billing', 'changed', state));
  const domains = await createDomains({
    folder: profile,
    connectionById,
    send: client.send,
    warn,
  });
  domains.onChange((state) => emit('domains', 'changed', state));

  const transfer = createTransfer({
    library: {
      list: async () => library.handlers.list(undefined),
      current: library.current,
      addForeign: library.addForeign,
      putBack: library.putBack,
    },
    ask: createFileQuestions(() => window),
    profileFolder: profile,
    backupParts: [
      connections.backupPart,
      preferencesBackup({
        all: () => preferences.all(),
        set: (changes) => void appRoom.setPreferences(changes),
      }),
    ],
    names: {
      untitled: () => m.transfer_untitled(),
      themes: () => m.transfer_file_themes(),
      backup: (day) => m.transfer_file_backup({ day }),
    },
    onProgress: (progress) => emit('transfer', 'progress', progress),
    log,
  });

  // ── The bridge ───────────────────────────────────────────────────────────────────────────────
  const appRoom = createAppRoom({
    preferences,
    emit,
    folders: { profile, library: () => library.folder(), log: join(profile, 'logs') },
    onFolderChosen: (folder) => chosenFolders.add(folder),
    onSafeModeEnd() {
      isSafeMode = false;
    },
    keychainState: () => credentials.state(),
    isFirstRun: () => connections.snapshot().list.length === 0,
    onReady() {
      run.shown();
      if (windowListener) emitter.ready(windowListener);
      troubles.tell();
    },
    onLocale: () => buildMenu(),
  });
  const handlers: Handlers<FoyerCalls> = {
    app: appRoom,
    connections: {
      ...connections.handlers,
      async edit(input) {
        await connections.handlers.edit(input);
        outbox.tokenReplaced(input.id);
      },
      async replaceToken(input) {
        await connections.handlers.replaceToken(input);
        outbox.tokenReplaced(input.id);
      },
      async remove({ id }) {
        await connections.handlers.remove({ id });
        outbox.connectionRemoved(id);
      },
      async practise() {
        const practised = await connections.handlers.practise(undefined);
        outbox.tokenReplaced(practised.id);
        await library.addStartersWhenEmpty();
        return practised;
      },
    },
    library: library.handlers,
    pictures: pictures.handlers,
    outbox: outbox.handlers,
    previews: previews.handlers,
    billing: billing.handlers,
    domains: domains.handlers,
    activity: {
      list: (page) => activity.list(page),
      details: ({ id }) => activity.details(id),
      async exportAll() {
        const name = `foyer-activity-${new Date().toISOString().slice(0, 10)}.jsonl`;
        return { path: await saveTextFile(window, name, await activity.exported()) };
      },
    },
    transfer: transfer.handlers,
    proxy: proxy.handlers,
  };
  const answer = serve(calls, handlers, log, problemOfStorage);
  /** A person wants to send something: a proxy that they did not sign in to may ask once more. */
  const sends: ReadonlySet<unknown> = new Set<NameIn<FoyerCalls>>([
    'outbox.publish',
    'outbox.retry',
    'previews.start',
    'billing.send',
    'domains.create',
    'connections.check',
  ]);
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) => {
    if (sends.has(name)) proxy.mayAskAgain();
    return answer(senderOf(event, window), name, input);
  });

  // ── The shell ────────────────────────────────────────────────────────────────────────────────
  let window: BrowserWindow | undefined;
  let windowListener: Listener | undefined;

  function openWindow(): void {
    const opened = openMainWindow({
      session: sessions.defaultSession,
      preload: preloadPath(__dirname),
      place: preferences.get('windowPlace'),
      onPlace: (place) => preferences.set('windowPlace', place),
      onCrash: () => run.crashed(),
      log,
    });
    const listener: Listener = {
      send: (name, payload) => {
        if (!opened.isDestroyed()) opened.webContents.send(eventChannel, name, payload);
      },
    };
    window = opened;
    windowListener = listener;
    // A page that is loaded anew takes a snapshot first; its events wait until it has.
    emitter.attach(listener);
    opened.webContents.on('did-navigate', () => emitter.attach(listener));
    opened.on('focus', () => void library.rescan());
    opened.on('closed', () => {
      emitter.detach(listener);
      window = undefined;
      windowListener = undefined;
    });
  }

  function showWindow(): void {
    if (!window) return openWindow();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  function buildMenu(): void {
    setMenu({ isDevelopment, send: (command) => emit('app', 'command', command) });
  }

  await app.whenReady();
  nativeTheme.themeSource = preferences.get('appearance');
  preferences.onChange((key, value) => {
    if (key === 'appearance') nativeTheme.themeSource = value as 'system' | 'light' | 'dark';
  });
  cutOff(sessions.defaultSession, isDevelopment ? developmentServer : undefined, (error) =>
    log.error('window.notCutOff', { error: String(error) }),
  );
  serveOwnPages(
    sessions.defaultSession,
    isDevelopment ? { developmentServer } : { folder: join(__dirname, '..', 'renderer') },
    (id) => pictures.read(id),
  );
  buildMenu();
  openWindow();
  // After the window has its page: none is needed for the first paint.
  activity.ready().catch((error: unknown) => log.error('activity.start', { error: String(error) }));
  library.start().catch((error: unknown) => log.error('library.start', { error: String(error) }));
  connections
    .resumePractice()
    .catch((error: unknown) => log.error('practice.resume', { error: String(error) }))
    .then(
      () => outbox.open(),
      (error: unknown) => log.error('outbox.open', { error: String(error) }),
    );
  watchNetwork(() => outbox.wake());

  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });

  let isFlushed = false;
  app.on('before-quit', (event) => {
    if (isFlushed) return;
    event.preventDefault();
    outbox
      .close(longestFarewellMs)
      .then(() => library.flush())
      .then(async (problems) => {
        for (const problem of problems) log.error('library.notSaved', { problem });
        isFlushed = true;
        library.close();
        await billing.close();
        run.ended();
        app.quit();
      })
      .catch((error: unknown) => {
        log.error('main.quit', { error: String(error) });
        app.exit(1);
      });
  });
}
