/**
 * The composition root: the only file that knows all rooms. It builds them, wires them to each other
 * and to the bridge, and starts the shell.
 */
import { join } from 'node:path';
import { calls, type FoyerCalls } from '@shared/bridge/calls';
import { eventChannel, type Handlers, type NameIn } from '@shared/bridge/contract';
import { events } from '@shared/bridge/events';
import { m } from '@shared/messages/messages';
import type { PreviewAsk } from '@shared/previews';
import { isReachedOtherwise } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { overwriteGetLocale } from '@shared/messages/runtime';
import { app, nativeTheme, type BrowserWindow } from 'electron';
import { createActivity } from './activity/activity';
import {
  answerTerminal,
  askFor,
  beginRun,
  collectTroubles,
  createAppRoom,
  createFileQuestions,
  createLauncherRoom,
  createLoginStart,
  developmentServerOf,
  exitCodes,
  launcherCalls,
  lookUpNames,
  notifyOfEnd,
  notifyOfProblem,
  openInBrowser,
  openLauncherWindow,
  openPreferences,
  preferencesBackup,
  readHandedStart,
  registerLinks,
  saveTextFile,
  setMenu,
  showLink,
  soon,
  sweepCalls,
  takeCall,
  type Asked,
  type CommandLine,
  type HandedStart,
  type MainWindow,
  type RunMarker,
  type Starts,
  type SystemEnd,
  type TerminalAnswer,
  type TerminalCommand,
  type Windows,
  updateHost,
  updateSource,
  watchNetwork,
  watchSystemEnd,
} from './app/app';
import { createBilling } from './billing/billing';
import { createEmitter, serve, type Listener } from './bridge/bridge';
import { createConnections } from './connections/connections';
import { createCredentials, createSystemKeychain } from './credentials/credentials';
import { createDomains } from './domains/domains';
import { createLibrary, largestThemeFile } from './library/library';
import { createPictures, mayLoad } from './pictures/pictures';
import { createOutbox } from './outbox/outbox';
import type { PracticePlace } from './practice/practice';
import { createPreviews } from './previews/previews';
import { createProxySignIn } from './proxy/proxy';
import { createElectronTransport } from './service/electron-transport';
import { createServiceClient, type Transport } from './service/service';
import {
  onDocumentTrouble,
  onSetAside,
  openDocumentFolder,
  problemOfStorage,
  type Log,
} from './storage/storage';
import { createTransfer } from './transfer/transfer';
import { createQuietTime, createUpdates } from './updates/updates';

/** What is being published when a person quits has so long to be answered. */
const longestFarewellMs = 3_000;

/** Another start of Foyer, or a link, as the system hands it over. */
export interface SecondStart {
  data: unknown;
}

export interface Launch {
  commandLine: CommandLine;
  /** What comes while Foyer runs, or came while it was starting. */
  starts: Starts<SecondStart>;
  log: Log;
  windows: Windows;
  /** The main window, already on its way; absent for a command and at login, which show none. */
  firstWindow: MainWindow | undefined;
  /** Started at login: into the tray. */
  isHidden: boolean;
}

/**
 * Starts Foyer: with its window, or without any when a command in the terminal is all that is asked.
 */
export async function start(launch: Launch): Promise<void> {
  const { commandLine, starts, log, windows } = launch;
  const profile = app.getPath('userData');
  log.info('main.start', { version: app.getVersion(), electron: process.versions.electron });

  let run: RunMarker | undefined;
  let isSafeMode = false;
  /** A start that wants a window counts until the window shows something; a command never does. */
  function markRun(): void {
    if (run) return;
    run = beginRun(join(profile, 'run.json'), (error) => {
      log.warn('main.runNotMarked', { error: String(error) });
    });
    isSafeMode = run.isSafeMode;
    if (isSafeMode) log.warn('main.safeMode');
  }
  const isCommand = commandLine.asked.kind === 'preview' || commandLine.asked.kind === 'list';
  if (!isCommand) markRun();

  const troubles = collectTroubles(
    (problem) => emit('app', 'trouble', problem),
    (file) => emit('app', 'readAgain', { file }),
  );
  onSetAside((document) => {
    log.error('storage.setAside', { ...document });
    troubles.setAside(document);
  });
  onDocumentTrouble((found) => {
    log.warn('storage.trouble', found);
    troubles.document(found);
  });
  const openedPreferences = openPreferences(profile);
  const { preferences, keepLibraryFolder, trouble, keptAt, isRestored } = openedPreferences;
  if (trouble) log.warn('preferences.trouble', trouble);
  if (keptAt !== undefined) {
    troubles.setAside({ path: openedPreferences.file, keptAt, isRestored });
  }
  overwriteGetLocale(() => preferences.get('locale'));

  const emitter = createEmitter(events, log);
  const { emit } = emitter;

  // ── The rooms ────────────────────────────────────────────────────────────────────────────────
  const credentials = createCredentials({
    keychain: createSystemKeychain(),
    onSecret: (token) => log.registerSecret(token),
    platform: process.platform,
    warn: (event, fields) => log.warn(event, fields),
  });
  const activity = createActivity({
    folder: join(profile, 'activity'),
    warn: (event, fields) => log.warn(event, fields),
  });
  activity.onChange((entry) => emit('activity', 'changed', entry));
  activity.onDropped((before) => emit('activity', 'dropped', { before }));

  const proxy = createProxySignIn(
    (question) => emit('proxy', 'changed', question),
    () => window !== undefined,
  );

  // Sessions exist once Electron is ready; the rooms are built before, while it is not.
  let transport: Transport | undefined;
  const sendByElectron: Transport['send'] = (request) =>
    (transport ??= createElectronTransport({ askProxySignIn: proxy.ask })).send(request);
  const quietTime = createQuietTime();
  const client = createServiceClient({
    transport: {
      send: (request) => quietTime.during(() => sendByElectron(request)),
      close: async () => transport?.close(),
    },
    connectionById: (id) => connectionById(id),
    tokenFor: (connectionId, origin) => connections.tokenFor(connectionId, origin),
    onTokenRefused: (connectionId, origin) => credentials.readAgain(connectionId, origin),
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

  /** @throws StorageError as long as the preferences, which say where it is, can't be read */
  function libraryFolder(): string {
    const chosen = commandLine.library ?? openedPreferences.libraryFolder();
    return chosen ?? join(app.getPath('documents'), 'Foyer themes');
  }
  const chosenFolders = new Set<string>();
  const library = createLibrary({
    folder: () => openDocumentFolder(libraryFolder(), { maxBytes: largestThemeFile }),
    profileFolder: profile,
    makeFolder: true,
    isHeld: () => isSafeMode,
    mayUse: (folder) => chosenFolders.has(folder),
    movedTo: keepLibraryFolder,
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
  library.onProgress((progress) => emit('library', 'progress', progress));
  library.onVersionsChange((id) => emit('library', 'versionsChanged', { id }));

  onDocumentTrouble(({ kind, path }) => {
    // Where the library is could not be known before.
    if (kind === 'readAgain' && path === openedPreferences.file && isShellOpen) {
      void library.rescan();
    }
  });

  const pictures = createPictures({
    folder: join(profile, 'pictures'),
    library,
    mayLoad: () => preferences.get('loadPictures'),
    warn,
  });
  pictures.onChange((picture) => emit('pictures', 'changed', picture));
  pictures.onCleared(() => emit('pictures', 'cleared', {}));

  let isOutboxPaused = false;
  let waitingThemes = 0;
  const outbox = createOutbox({
    profileFolder: profile,
    library,
    connections: () => connections.known(),
    connectionById,
    learnIds: (id, address, keeps) => connections.learnIds(id, address, keeps),
    send: client.send,
    onChange(snapshot) {
      emit('outbox', 'changed', snapshot);
      isOutboxPaused = snapshot.isPaused;
      waitingThemes = snapshot.items.length;
      launcher.update();
    },
    onAnswer: (answered) => emit('outbox', 'answered', answered),
    log,
  });

  /** Called last of all when Foyer ends, to end it with an update. */
  let installAtEnd: (() => void) | undefined;
  const updates = createUpdates({
    ...updateSource(),
    present: app.getVersion(),
    kept: {
      get: () => ({
        looksDaily: preferences.get('looksForUpdates'),
        lookedAt: preferences.get('updatesLookedAt'),
        putOffUntil: preferences.get('updatesPutOffUntil'),
        lot: preferences.get('updatesLot'),
      }),
      set({ looksDaily, lookedAt, putOffUntil, lot }) {
        if (lot !== undefined) preferences.set('updatesLot', lot);
        if (looksDaily !== undefined) preferences.set('looksForUpdates', looksDaily);
        if (lookedAt !== undefined) preferences.set('updatesLookedAt', lookedAt);
        if (putOffUntil !== undefined) preferences.set('updatesPutOffUntil', putOffUntil);
      },
    },
    send: sendByElectron,
    async loadUpdater(feed) {
      const { createUpdater } = await import('./updates/updater');
      return createUpdater(updateHost(feed, warn));
    },
    quietMs: () => quietTime.quietMs(),
    endWith(install) {
      installAtEnd = install;
      app.quit();
    },
    warn,
  });
  updates.onChange((state) => emit('updates', 'changed', state));

  // ── The ways in outside the window ───────────────────────────────────────────────────────────
  let launcherListener: Listener | undefined;
  const launcher = createLauncherRoom({
    preferences,
    emit,
    makeWindow(onShow) {
      const opened = openLauncherWindow({ ...windows.guardOptions(), onShow });
      windows.add(opened.window, launcherCalls);
      launcherListener = attach(opened.window);
      return opened;
    },
    shortcuts: () => previews.shortcuts(),
    outbox: {
      waiting: () => waitingThemes,
      isPaused: () => isOutboxPaused,
      setPaused(isPaused) {
        Promise.resolve(outbox.handlers.setPaused({ isPaused })).catch((error: unknown) =>
          log.error('tray.pause', { error: String(error) }),
        );
      },
    },
    loginStart: createLoginStart(commandLine),
    iconFolder: join(app.getAppPath(), 'resources', 'icons'),
    onShow() {
      const used = previews.shortcuts().map(({ connectionId }) => connectionId);
      const services = connections.snapshot().list.filter(({ id }) => used.includes(id));
      lookUpNames(
        services.map(({ baseAddress }) => new URL(baseAddress).hostname),
        Date.now(),
      );
    },
    onReady: () => launcherListener && emitter.ready(launcherListener),
    startFromTray(shortcut) {
      if (shortcut.isNewRecipient) return ask(askFor(shortcut));
      Promise.resolve(previews.handlers.start(shortcut))
        .then((run) => isInSight() && notifyOfEnd(run, showWindow))
        .catch((error: unknown) => {
          const problem = error instanceof ProblemError ? error.problem : problemOfStorage(error);
          if (problem) notifyOfProblem(problem, showWindow);
          else log.error('tray.start', { error: String(error) });
        });
    },
    open: () => showWindow(),
    quit: () => app.quit(),
  });
  let window: BrowserWindow | undefined;
  let windowListener: Listener | undefined;

  // ── The bridge's door ────────────────────────────────────────────────────────────────────────
  /** A person wants to send something: a proxy that they did not sign in to may ask once more. */
  const sends: ReadonlySet<unknown> = new Set<NameIn<FoyerCalls>>([
    'outbox.publish',
    'outbox.retry',
    'previews.start',
    'billing.send',
    'domains.create',
    'connections.check',
  ]);
  function serveWindows(answer: ReturnType<typeof serve>): void {
    windows.serve({
      answer(sender, name, input) {
        if (sends.has(name)) proxy.mayAskAgain();
        return answer(sender, name, input);
      },
      picture: (id) => pictures.read(id),
    });
  }

  // ── The shell ────────────────────────────────────────────────────────────────────────────────
  let isQuitting = false;
  let { firstWindow } = launch;

  function openWindow(isMinimized = false): void {
    const main = firstWindow ?? windows.openMain();
    firstWindow = undefined;
    const opened = main.window;
    window = opened;
    systemEnd?.follow(opened);
    windowListener = attach(opened);
    main.settle({
      place: preferences.get('windowPlace'),
      isMinimized,
      onPlace(place) {
        try {
          preferences.set('windowPlace', place);
        } catch (error) {
          log.warn('window.placeNotKept', { error: String(error) });
        }
      },
      onCrash: () => run?.crashed(),
    });
    opened.on('focus', () => void library.rescan());
    opened.on('close', (event) => {
      if (isQuitting || !preferences.get('closesToTray')) return;
      event.preventDefault();
      closeToTray(opened).catch((error: unknown) => {
        log.error('window.close', { error: String(error) });
        opened.destroy();
      });
    });
    opened.on('closed', () => {
      window = undefined;
      windowListener = undefined;
      // Kept ready, it would keep a program without a window running.
      if (process.platform !== 'darwin') launcher.close();
    });
  }

  /** Hides the window where there is a tray to open it from; else it closes like any other. */
  async function closeToTray(opened: BrowserWindow): Promise<void> {
    if (await launcher.mayCloseToTray()) opened.hide();
    else opened.destroy();
  }

  /** Tells a window's page of events, from when it says that it listens until it is closed. */
  function attach(opened: BrowserWindow): Listener {
    const listener: Listener = {
      send: (name, payload) => {
        if (!opened.isDestroyed()) opened.webContents.send(eventChannel, name, payload);
      },
    };
    // A page that is loaded anew takes a snapshot first; its events wait until it has.
    emitter.attach(listener);
    opened.webContents.on('did-navigate', () => emitter.attach(listener));
    opened.on('closed', () => emitter.detach(listener));
    return listener;
  }

  /** Whether a person can see in a window how a preview ends. */
  function isInSight(): boolean {
    return launcher.isVisible() || Boolean(window?.isVisible() && !window.isMinimized());
  }

  /** Has the window show something to be confirmed. */
  function ask(asked: PreviewAsk): void {
    showWindow();
    emit('previews', 'asked', asked);
  }

  function showWindow(): void {
    openShell();
    if (!window) return openWindow();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  function buildMenu(): void {
    setMenu({
      isDevelopment: developmentServerOf() !== undefined,
      send: (command) => emit('app', 'command', command),
    });
  }

  let allAreThere: () => void = () => undefined;
  /** When every room can be used. */
  const allRooms = new Promise<void>((done) => {
    allAreThere = done;
  });
  let isShellOpen = false;
  let systemEnd: SystemEnd | undefined;
  /** What only the windows need; once. */
  function openShell(isHidden = false): void {
    if (isShellOpen) return;
    isShellOpen = true;
    markRun();
    systemEnd = watchSystemEnd(flushAtOnce);
    endWell(systemEnd);
    nativeTheme.themeSource = preferences.get('appearance');
    preferences.onChange((key, value) => {
      if (key === 'appearance') nativeTheme.themeSource = value as 'system' | 'light' | 'dark';
    });
    buildMenu();
    if (!isHidden) openWindow();
    library.start().catch((error: unknown) => log.error('library.start', { error: String(error) }));
    const shown = window
      ? new Promise<void>((done) => window?.once('show', () => done()))
      : Promise.resolve();
    allRooms.then(beginWork).catch((error: unknown) => {
      log.error('main.work', { error: String(error) });
    });
    Promise.all([allRooms, shown])
      .then(async () => {
        registerLinks(log);
        await launcher.start();
      })
      .catch((error: unknown) => log.error('launcher.start', { error: String(error) }))
      // Whatever became of the tray, a Foyer that nobody can reach must not run.
      .then(() => (isHidden ? stayHidden() : undefined))
      .catch((error: unknown) => log.error('launcher.hidden', { error: String(error) }));
    app.on('activate', showWindow);
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
  }

  /** Started at login: into the tray, if there is one in time, or as a minimised window. */
  async function stayHidden(): Promise<void> {
    // It got where it should; no window will say so.
    run?.shown();
    const isReachable = await soon(() => launcher.isInTray()).catch(() => false);
    if (isReachable || window) return;
    openWindow(true);
  }

  /** What goes on by itself while there is a window; none of it is needed for the first paint. */
  async function beginWork(): Promise<void> {
    watchNetwork(() => outbox.wake());
    sweepCalls(profile).catch((error: unknown) =>
      log.warn('terminal.sweep', { error: String(error) }),
    );
    activity
      .ready()
      .catch((error: unknown) => log.error('activity.start', { error: String(error) }));
    try {
      await connections.resumePractice();
    } catch (error) {
      log.error('practice.resume', { error: String(error) });
    }
    outbox.open();
    updates.begin();
  }

  /** Edits that are not on the disk yet are, when this returns. */
  function flushAtOnce(): void {
    for (const problem of library.flushAtOnce()) log.error('library.notSaved', { problem });
  }

  /** When Foyer quits, what is open is brought to the disk first. */
  function endWell(ending: SystemEnd): void {
    let isFlushed = false;
    app.on('before-quit', (event) => {
      isQuitting = true;
      if (isFlushed) return;
      if (ending.isNear()) {
        flushAtOnce();
        run?.ended();
        return;
      }
      event.preventDefault();
      allRooms
        .then(() => outbox.close(longestFarewellMs))
        .then(() => library.flush())
        .then(() => Promise.all([billing, domains, previews, connections].map((r) => r.close())))
        // Last, because a person may type in the window for as long as it is there.
        .then(() => library.flush())
        .then((problems) => {
          for (const problem of problems) log.error('library.notSaved', { problem });
          isFlushed = true;
          library.close();
          launcher.close();
          updates.close();
          run?.ended();
          if (installAtEnd) installAtEnd();
          else app.quit();
        })
        .catch((error: unknown) => {
          log.error('main.quit', { error: String(error) });
          app.exit(1);
        });
    });
  }

  /** Answers a command of the terminal. */
  async function answerCommand(command: TerminalCommand): Promise<TerminalAnswer> {
    try {
      return await answerTerminal(command, {
        previews: () => previews.snapshot(),
        connections: () => connections.read(),
        async start(preview) {
          if (connectionById(preview.connectionId)?.isPractice) await connections.resumePractice();
          return previews.handlers.start(preview);
        },
      });
    } catch (error) {
      log.error('terminal.failed', { error: error instanceof Error ? error.stack : String(error) });
      return { code: exitCodes.unknown, out: '', err: `${m.terminal_failed()}\n` };
    }
  }

  async function take({ asked, callId }: HandedStart): Promise<void> {
    if (asked.kind === 'preview' || asked.kind === 'list') {
      // Without its call, which only this user can have made, nothing is done.
      const call = callId === undefined ? undefined : await takeCall(profile, callId);
      call?.answer(await answerCommand(asked));
      return;
    }
    await app.whenReady();
    show(asked);
  }

  function show(asked: Asked): void {
    if (asked.kind === 'hidden') return openShell(true);
    showWindow();
    // A window shows one thing after the other: what a link asks is answered first.
    const link = asked.kind === 'link' || asked.kind === 'files' ? asked.link : undefined;
    if (link !== undefined) followLink(link);
    if (asked.kind === 'files') transfer.open(asked.files);
  }

  function followLink(link: string): void {
    showLink(link, {
      shortcuts: previews.shortcuts(),
      connections: connections.snapshot().list,
      ask,
      openTheme: (id) => emit('app', 'openTheme', { id }),
    });
  }

  const { asked } = commandLine;
  if (!isCommand) openShell(launch.isHidden);

  // ── Rooms that read the disk before they can be used ─────────────────────────────────────────
  const [previews, billing, domains] = await Promise.all([
    createPreviews({
      folder: profile,
      connectionById,
      connectionAt: ({ baseAddress, workspaceId }) =>
        connections
          .snapshot()
          .list.find((one) => one.baseAddress === baseAddress && one.workspaceId === workspaceId),
      send: client.send,
      warn,
    }),
    createBilling({
      folder: profile,
      connectionById,
      send: client.send,
      openExternal: openInBrowser,
      onReturn: () => showWindow(),
      warn,
    }),
    createDomains({ folder: profile, connectionById, send: client.send, warn }),
    connections.start(),
    outbox.start(),
  ]);
  previews.onChange((state) => {
    emit('previews', 'changed', state);
    launcher.update();
  });
  billing.onChange((state) => emit('billing', 'changed', state));
  domains.onChange((state) => emit('domains', 'changed', state));
  previews.onEnd((run) => {
    if (isShellOpen && !isInSight()) notifyOfEnd(run, showWindow);
  });

  const transfer = createTransfer({
    mayLoadPicture: mayLoad,
    library: {
      list: async () => library.handlers.list(undefined),
      whole: (id) => library.whole(id),
      addForeign: (theme) => library.addForeign(theme),
      putBack: (document, ifDifferent) => library.putBack(document, ifDifferent),
    },
    ask: createFileQuestions(() => window),
    profileFolder: profile,
    largestTheme: largestThemeFile,
    backupParts: [
      connections.backupPart,
      previews.backupPart,
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
    onOpened: () => emit('transfer', 'opened', {}),
    log,
  });

  // ── The bridge ───────────────────────────────────────────────────────────────────────────────
  const appRoom = createAppRoom({
    preferences,
    emit,
    folders: { profile, library: () => library.folder(), log: join(profile, 'logs') },
    libraryToShow: () => library.folderToShow(),
    onFolderChosen: (folder) => chosenFolders.add(folder),
    onSafeModeEnd() {
      isSafeMode = false;
    },
    keychainState: () => credentials.state(),
    isFirstRun: () => connections.isFirstRun(),
    onReady() {
      run?.shown();
      if (windowListener) emitter.ready(windowListener);
      troubles.tell();
      transfer.tellOpened();
    },
    onLocale() {
      buildMenu();
      launcher.update();
    },
  });
  onDocumentTrouble(({ kind, path }) => {
    if (kind !== 'readAgain' || path !== openedPreferences.file) return;
    nativeTheme.themeSource = preferences.get('appearance');
    // Nothing is set: the windows hear of what is there.
    void appRoom.setPreferences({});
  });
  const handlers: Handlers<FoyerCalls> = {
    app: appRoom,
    connections: {
      ...connections.handlers,
      async edit(input) {
        const before = connectionById(input.id);
        await connections.handlers.edit(input);
        const hasToken = input.token !== undefined && input.token.trim() !== '';
        // Another label makes no refused token good.
        if (hasToken || isReachedOtherwise(before, connectionById(input.id))) {
          outbox.tokenReplaced(input.id);
        }
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
    launcher: launcher.handlers,
    updates: updates.handlers,
  };
  serveWindows(serve(calls, handlers, log, problemOfStorage));

  const busy = new Set<Promise<void>>();
  function takeNow(start: HandedStart): void {
    const taken = take(start)
      .catch((error: unknown) => log.error('start.handedOver', { error: String(error) }))
      .then(() => void busy.delete(taken));
    busy.add(taken);
  }

  allAreThere();
  if (asked.kind !== 'list') await app.whenReady();
  starts.follow(({ data }) => takeNow(readHandedStart(data)));
  if (asked.kind === 'link' || asked.kind === 'files') show(asked);
  if (asked.kind !== 'preview' && asked.kind !== 'list') return;

  app.dock?.hide();
  const { code, out, err } = await answerCommand(asked);
  process.stdout.write(out);
  process.stderr.write(err);
  await library.flush();
  // What came meanwhile is answered too, and what comes while that is.
  while (busy.size > 0) await Promise.all(busy);
  // A person may have opened Foyer, and then this is the one that runs.
  if (!isShellOpen) app.exit(code);
}
