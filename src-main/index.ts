/**
 * The composition root: the only file that knows all rooms. It builds them, wires them to each other
 * and to the bridge, and starts the shell.
 */
import { join } from 'node:path';
import { calls, type FoyerCalls } from '@shared/bridge/calls';
import { callChannel, eventChannel, type Handlers } from '@shared/bridge/contract';
import { events } from '@shared/bridge/events';
import { m } from '@shared/messages/messages';
import type { PreviewAsk } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import { overwriteGetLocale } from '@shared/messages/runtime';
import { app, ipcMain, nativeTheme, session as sessions, type BrowserWindow } from 'electron';
import { createActivity } from './activity/activity';
import {
  answerTerminal,
  askFor,
  createAppRoom,
  createLauncherRoom,
  cutOff,
  exitCodes,
  lookUpNames,
  notifyOfEnd,
  notifyOfProblem,
  openInBrowser,
  openLauncherWindow,
  openMainWindow,
  openPreferences,
  preloadPath,
  readHandedStart,
  registerLinks,
  senderOf,
  serveOwnPages,
  setMenu,
  showLink,
  takeCall,
  type Asked,
  type CommandLine,
  type HandedStart,
  type Starts,
  type TerminalAnswer,
  type TerminalCommand,
} from './app/app';
import { createBilling } from './billing/billing';
import { createEmitter, serve, type Listener } from './bridge/bridge';
import { createConnections } from './connections/connections';
import { createCredentials, createSystemKeychain } from './credentials/credentials';
import { createDomains } from './domains/domains';
import { createLibrary, largestThemeFile } from './library/library';
import type { PracticePlace } from './practice/practice';
import { createPreviews } from './previews/previews';
import { createPublishing } from './publishing/publishing';
import { createElectronTransport } from './service/electron-transport';
import { createServiceClient, type Transport } from './service/service';
import { createLog, openDocumentFolder, problemOfStorage } from './storage/storage';

/** Another start of Foyer, or a link, as the system hands it over. */
export interface SecondStart {
  data: unknown;
}

export interface Launch {
  commandLine: CommandLine;
  /** Where the built main lies. */
  mainFolder: string;
  /** What comes while Foyer runs, or came while it was starting. */
  starts: Starts<SecondStart>;
}

/**
 * Starts Foyer: with its window, or without any when a command in the terminal is all that is asked.
 */
export async function start({ commandLine, mainFolder, starts }: Launch): Promise<void> {
  const profile = app.getPath('userData');
  const developmentServer = process.env['ELECTRON_RENDERER_URL'];
  const isDevelopment = !app.isPackaged && developmentServer !== undefined;

  const log = createLog({ folder: join(profile, 'logs') });
  process.on('uncaughtException', (error) => log.error('main.uncaught', { error: error.stack }));
  process.on('unhandledRejection', (reason) => {
    log.error('main.unhandled', { error: reason instanceof Error ? reason.stack : String(reason) });
  });
  log.info('main.start', { version: app.getVersion(), electron: process.versions.electron });

  const { preferences, trouble } = openPreferences(profile);
  if (trouble) log.warn('preferences.trouble', trouble);
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

  // Sessions exist once Electron is ready; the rooms are built before, while it is not.
  let transport: Transport | undefined;
  const client = createServiceClient({
    transport: {
      send: (request) => (transport ??= createElectronTransport()).send(request),
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
    },
    log,
  });
  const connectionById = (id: string) => connections.byId(id);
  const warn = (event: string, fields: Record<string, unknown>) => log.warn(event, fields);

  const chosenLibrary = commandLine.library ?? preferences.get('libraryFolder') ?? undefined;
  const libraryFolder = chosenLibrary ?? join(app.getPath('documents'), 'Foyer themes');
  const library = createLibrary({
    folder: openDocumentFolder(libraryFolder, { maxBytes: largestThemeFile }),
    profileFolder: profile,
    makeFolder: true,
    connections: () => connections.snapshot().list,
    deliveryOf: (themeId, connectionId) => publishing.deliveryOf(themeId, connectionId),
    startersFolder: join(app.getAppPath(), 'resources', 'themes'),
    names: {
      untitled: () => m.theme_untitled(),
      copy: (name) => m.theme_copy({ name }),
      conflict: (name) => m.theme_conflict({ name }),
    },
    log,
  });
  library.onChange((change) => emit('library', 'changed', change));
  library.onThemeChange((theme) => emit('library', 'themeChanged', theme));

  const publishing = createPublishing({
    profileFolder: profile,
    library,
    connectionById,
    learnIds: (id, keeps) => connections.learnIds(id, keeps),
    send: client.send,
    log,
  });

  await Promise.all([connections.start(), publishing.start()]);
  const previews = await createPreviews({
    folder: profile,
    connectionById,
    send: client.send,
    warn,
  });
  previews.onChange((state) => {
    emit('previews', 'changed', state);
    launcher.update();
  });
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

  // ── The ways in outside the window ───────────────────────────────────────────────────────────
  let launcherListener: Listener | undefined;
  const launcher = createLauncherRoom({
    preferences,
    emit,
    makeWindow(onShow) {
      const opened = openLauncherWindow({
        session: sessions.defaultSession,
        preload: preloadPath(mainFolder),
        onShow,
        log,
      });
      launcherListener = attach(opened.window);
      return opened;
    },
    shortcuts: () => previews.snapshot().shortcuts,
    outbox: undefined,
    iconFolder: join(app.getAppPath(), 'resources', 'icons'),
    onShow() {
      const used = previews.snapshot().shortcuts.map(({ connectionId }) => connectionId);
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
  previews.onEnd((run) => {
    if (!isInSight() && !isWithoutWindow) notifyOfEnd(run, showWindow);
  });

  // ── The bridge ───────────────────────────────────────────────────────────────────────────────
  const handlers: Handlers<FoyerCalls> = {
    app: createAppRoom({
      preferences,
      emit,
      folders: { profile, library: libraryFolder, log: join(profile, 'logs') },
      keychainState: () => credentials.state(),
      isFirstRun: () => connections.snapshot().list.length === 0,
      onReady: () => windowListener && emitter.ready(windowListener),
      onLocale: () => {
        buildMenu();
        launcher.update();
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
    publishing: publishing.handlers,
    previews: previews.handlers,
    billing: billing.handlers,
    domains: domains.handlers,
    activity: {
      list: (page) => activity.list(page),
      details: ({ id }) => activity.details(id),
    },
    launcher: launcher.handlers,
  };
  const answer = serve(calls, handlers, log, problemOfStorage);
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) =>
    answer(senderOf(event, [window, launcher.window()]), name, input),
  );

  // ── The shell ────────────────────────────────────────────────────────────────────────────────
  let isWithoutWindow = true;
  let isQuitting = false;
  let window: BrowserWindow | undefined;
  let windowListener: Listener | undefined;

  function openWindow(): void {
    const opened = openMainWindow({
      session: sessions.defaultSession,
      preload: preloadPath(mainFolder),
      place: preferences.get('windowPlace'),
      onPlace: (place) => preferences.set('windowPlace', place),
      log,
    });
    window = opened;
    windowListener = attach(opened);
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
    setMenu({ isDevelopment, send: (command) => emit('app', 'command', command) });
  }

  let isShellOpen = false;
  /** What only the windows need; once. */
  function openShell(): void {
    if (isShellOpen) return;
    isShellOpen = true;
    isWithoutWindow = false;
    nativeTheme.themeSource = preferences.get('appearance');
    preferences.onChange((key, value) => {
      if (key === 'appearance') nativeTheme.themeSource = value as 'system' | 'light' | 'dark';
    });
    cutOff(sessions.defaultSession, isDevelopment ? developmentServer : undefined, (error) =>
      log.error('window.notCutOff', { error: String(error) }),
    );
    serveOwnPages(
      sessions.defaultSession,
      isDevelopment ? { developmentServer } : { folder: join(mainFolder, '..', 'renderer') },
    );
    buildMenu();
    openWindow();
    // After the window has its page: none is needed for the first paint.
    activity
      .ready()
      .catch((error: unknown) => log.error('activity.start', { error: String(error) }));
    library.start().catch((error: unknown) => log.error('library.start', { error: String(error) }));
    connections
      .resumePractice()
      .catch((error: unknown) => log.error('practice.resume', { error: String(error) }));
    window?.once('show', () => {
      launcher.start().catch((error: unknown) => {
        log.error('launcher.start', { error: String(error) });
      });
      registerLinks(log);
    });
    app.on('activate', showWindow);
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
  }

  /** Answers a command of the terminal. */
  async function answerCommand(command: TerminalCommand): Promise<TerminalAnswer> {
    try {
      return await answerTerminal(command, {
        previews: () => previews.snapshot(),
        connections: () => connections.snapshot(),
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
    showWindow();
    if (asked.kind !== 'link') return;
    showLink(asked.link, {
      shortcuts: previews.snapshot().shortcuts,
      connections: connections.snapshot().list,
      ask,
      openTheme: (id) => emit('app', 'openTheme', { id }),
    });
  }

  const busy = new Set<Promise<void>>();
  function takeNow(start: HandedStart): void {
    const taken = take(start)
      .catch((error: unknown) => log.error('start.handedOver', { error: String(error) }))
      .then(() => void busy.delete(taken));
    busy.add(taken);
  }

  const { asked } = commandLine;
  if (asked.kind !== 'list') await app.whenReady();
  starts.follow(({ data }) => takeNow(readHandedStart(data)));
  if (asked.kind === 'preview' || asked.kind === 'list') {
    app.dock?.hide();
    const { code, out, err } = await answerCommand(asked);
    process.stdout.write(out);
    process.stderr.write(err);
    // Meanwhile a person may have opened Foyer, and then this is the one that runs.
    await Promise.all(busy);
    if (isShellOpen) return;
    await library.flush();
    app.exit(code);
    return;
  }
  openShell();
  if (asked.kind === 'link') show(asked);

  let isFlushed = false;
  app.on('before-quit', (event) => {
    isQuitting = true;
    if (isFlushed) return;
    event.preventDefault();
    library
      .flush()
      .then((problems) => {
        for (const problem of problems) log.error('library.notSaved', { problem });
        isFlushed = true;
        library.close();
        launcher.close();
        billing.close();
        app.quit();
      })
      .catch((error: unknown) => {
        log.error('main.quit', { error: String(error) });
        app.exit(1);
      });
  });
}
