/** What only a Foyer with windows needs: its menu, its tray, the work in the background, its end. */
import type { PreviewAsk } from '@shared/previews';
import { basename } from 'node:path';
import { app, dialog, nativeTheme } from 'electron';
import {
  developmentServerOf,
  onNotificationsRefused,
  quitAnyway,
  quitInOrder,
  quitQuestion,
  refuseOtherStarts,
  registerLinks,
  setMenu,
  soon,
  sweepCliRequests,
  watchNetwork,
  watchSystemEnd,
  whenShown,
  type MainWindowKeeper,
  type Unsaved,
} from '../app/app';
import { saveUnsavedDocuments } from '../storage/storage';
import type { UnsavedTheme } from '../library/library';
import { endRooms } from './ended-rooms';
import type { Foundation } from './foundation';
import { createLauncher, type Launcher, type LauncherHost } from './launcher';
import type { Rooms, StoredRooms } from './rooms';
import { shortWorkDone, workUnderWay } from './work-at-quit';

/** What is being published when a person quits has so long to be answered. */
const longestFarewellMs = 3_000;

export interface Shell extends LauncherHost {
  readonly launcher: Launcher;
  isOpen(): boolean;
  /** Everything that is there for a window, once; hidden, it comes without the window. */
  open(isHidden?: boolean): void;
  buildMenu(): void;
  /** Every room can be used. */
  roomsAreThere(rooms: StoredRooms): void;
}

/** How Foyer ends, when everything is brought to its end. */
export interface ShellEnd {
  readonly end: () => void;
  /** A person was about to quit and stays. */
  readonly onStay: () => void;
}

export function createShell(
  foundation: Foundation,
  mainWindow: MainWindowKeeper,
  rooms: Rooms,
  { end, onStay }: ShellEnd,
): Shell {
  const { emit, log, preferences, profile, crashDetector, startupQueue } = foundation;
  const { activity, client, connections, library, outbox, updates } = rooms;

  let stored: StoredRooms | undefined;
  let roomsAreThere: (rooms: StoredRooms) => void = () => undefined;
  const allRooms = new Promise<StoredRooms>((done) => (roomsAreThere = done));
  function previews(): StoredRooms['previews'] {
    if (!stored) throw new Error('the previews were not read yet');
    return stored.previews;
  }

  let isOpen = false;
  /** How often somebody wanted to see it. */
  let shows = 0;
  const isInSight = () => mainWindow.isVisible();
  function show(): void {
    shows += 1;
    open();
    mainWindow.show();
  }
  function ask(asked: PreviewAsk): void {
    show();
    emit('previews', 'asked', asked);
  }
  const launcher = createLauncher(foundation, rooms, previews, { show, ask, isInSight });

  function buildMenu(): void {
    setMenu({
      isDevelopment: developmentServerOf() !== undefined,
      send(command) {
        // On macOS the menu is there without any window; what is sent waits for its page.
        if (!mainWindow.isVisible()) show();
        emit('app', 'command', command);
      },
    });
  }

  function open(isHidden = false): void {
    if (isOpen) return;
    isOpen = true;
    crashDetector.begin();
    onNotificationsRefused((detail) => {
      log.warn('notifications.refused', { detail });
      emit('app', 'trouble', { code: 'notificationsRefused', detail });
    });
    const systemEnd = watchSystemEnd(flushAtOnce, handOverAtTheEnd);
    mainWindow.listen({
      onOpen: (window) => systemEnd.follow(window),
      onFocus: () => void library.rescan(),
      onClosed() {
        // Kept ready, it would keep a program without a window running.
        if (process.platform !== 'darwin') launcher.close();
      },
      mayCloseToTray: () => launcher.mayCloseToTray(),
    });
    quitInOrder({
      app,
      isNear: () => systemEnd.isNear(),
      onQuit() {
        refuseOtherStarts();
        mainWindow.letGo();
      },
      flushAtOnce() {
        flushAtOnce();
        crashDetector.ended();
      },
      mayQuit,
      onStay() {
        onStay();
        // Its window may be closed already, and the launcher with it.
        show();
        launcher.start().catch((error: unknown) => {
          log.error('launcher.start', { error: String(error) });
        });
      },
      finish,
      end,
      log,
    });
    nativeTheme.themeSource = preferences.get('appearance');
    preferences.onChange((key, value) => {
      if (key === 'appearance') nativeTheme.themeSource = value as 'system' | 'light' | 'dark';
    });
    buildMenu();
    if (!isHidden) mainWindow.open();
    library.start().catch((error: unknown) => log.error('library.start', { error: String(error) }));
    const window = mainWindow.window();
    const shown = new Promise<void>((done) => (window ? whenShown(window, done) : done()));
    allRooms.then(beginWork).catch((error: unknown) => {
      log.error('main.work', { error: String(error) });
    });
    void Promise.all([allRooms, shown])
      .then(async () => {
        registerLinks(log);
        await launcher.start();
      })
      .catch((error: unknown) => log.error('launcher.start', { error: String(error) }))
      // Whatever became of the tray, a Foyer that nobody can reach must not run.
      .then(() => (isHidden ? stayReachable() : undefined));
    // The icon that it hid in goes, where it turns out that the person switched it off.
    if (isHidden) foundation.onPreferencesRead(() => void stayReachable());
    app.on('activate', show);
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
  }

  /** Started at login: into the tray, if there is one in time, or as a minimised window. Never rejects. */
  async function stayReachable(): Promise<void> {
    try {
      // It got where it should; no window will say so.
      crashDetector.shown();
      const isReachable = await soon(() => launcher.isInTray()).catch(() => false);
      if (isReachable || mainWindow.window()) return;
      mainWindow.open(true);
    } catch (error) {
      log.error('launcher.hidden', { error: String(error) });
    }
  }

  /** What goes on by itself while there is a window; none of it is needed for the first paint. */
  async function beginWork(): Promise<void> {
    watchNetwork(() => outbox.wake());
    sweepCliRequests(profile).catch((error: unknown) =>
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
    notSaved(library.flushAtOnce());
  }

  /** What is still in a field of the window, or rests in memory, comes to the disk if the system leaves the time. */
  function handOverAtTheEnd(): void {
    void saveUnsavedDocuments();
    mainWindow
      .handOver()
      .then(flushAtOnce)
      .catch((error: unknown) => log.error('main.handOver', { error: String(error) }));
  }

  function notSaved(themes: readonly UnsavedTheme[]): void {
    for (const { problem } of themes) log.error('library.notSaved', { problem });
  }

  const underWay = () => workUnderWay(library, stored?.transfer, mainWindow.work());

  /**
   * Brings what a person made to the disk; what that refuses is lost only where the person says so.
   * Where all is saved and done it waits for no more than the window's word: what stands in line must not
   * leave meanwhile. Who opens a file, a link or Foyer itself by then wants it to stay.
   */
  async function mayQuit(mayAsk: boolean): Promise<boolean> {
    const showsBefore = shows;
    const isWanted = (): boolean => mayAsk && (shows !== showsBefore || startupQueue.isWaiting);
    // Nothing holds up this end.
    if (!mayAsk) refuseOtherStarts();
    await mainWindow.handOver();
    await shortWorkDone(underWay);
    const [edits, documents] = await Promise.all([library.saveEdits(), saveUnsavedDocuments()]);
    notSaved(edits);
    const unsaved: readonly Unsaved[] = [
      ...edits,
      ...documents.map(
        ({ path, problem }) => ({ kind: 'document', file: basename(path), problem }) as const,
      ),
      ...underWay().map((work) => ({ kind: 'work', work }) as const),
    ];
    if (unsaved.length === 0 || !mayAsk) return !isWanted();
    if (isWanted()) return false;
    const question = quitQuestion(unsaved);
    // Over a window that nobody sees, the question would not be seen either.
    const over = mainWindow.isVisible() ? mainWindow.window() : undefined;
    const { response } = await (over
      ? dialog.showMessageBox(over, question)
      : dialog.showMessageBox(question));
    return response === quitAnyway && !isWanted();
  }

  /** When Foyer quits, what is open is brought to the disk first. */
  async function finish(): Promise<void> {
    // Before anything is waited for: what stands in line does not leave during a farewell.
    client.end();
    const { billing, domains, previews, transfer } = await allRooms;
    // A person gave up the rest of it, or nobody could be asked.
    const cutOff = underWay();
    if (cutOff.length > 0) log.warn('main.workCutOff', { cutOff });
    transfer.end();
    await endRooms({ outbox: () => outbox.close(longestFarewellMs) }, log);
    await library.flush();
    // The theme that it is at is brought to its end.
    await shortWorkDone(underWay);
    await endRooms(
      {
        billing: () => billing.close(),
        domains: () => domains.close(),
        previews: () => previews.close(),
        connections: () => connections.close(),
      },
      log,
    );
    // Last, because a person may type in the window for as long as it is there.
    notSaved(await library.flush());
    await endRooms(
      {
        library: () => library.close(),
        // After it: the last edits are in its files, and here is what there was of them.
        activity: () => activity.settled(),
        launcher: () => launcher.close(),
        updates: () => updates.close(),
      },
      log,
    );
    crashDetector.ended();
  }

  return {
    ...{ launcher, open, show, ask, isInSight, buildMenu },
    isOpen: () => isOpen,
    roomsAreThere(there) {
      stored = there;
      roomsAreThere(there);
    },
  };
}
