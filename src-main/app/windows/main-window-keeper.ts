/** Keeps the main window: there is one at most, and it comes back where it was. */
import type { FoyerEvents } from '@shared/bridge/events';
import type { WindowWork } from '@shared/bridge/app';
import { app, autoUpdater, type BrowserWindow } from 'electron';
import type { Emitter, Listener } from '../../bridge/bridge';
import type { Preferences } from '../../storage/storage';
import type { MainWindow } from './main-window';
import type { StoredPreferences } from '../preferences/stored-preferences';
import type { Windows } from './windows';
import { sendEvents } from './window-events';

export interface MainWindowKeeperOptions {
  windows: Windows;
  /** One that is on its way already. */
  firstWindow: MainWindow | undefined;
  emitter: Emitter<FoyerEvents>;
  preferences: Preferences<StoredPreferences>;
  /** The window's page died. */
  onCrash: () => void;
  log: {
    warn(event: string, fields: object): void;
    error(event: string, fields: object): void;
  };
}

/** What the window's life means to others; given once all of them are there. */
export interface MainWindowListeners {
  onOpen(window: BrowserWindow): void;
  onFocus(): void;
  onClosed(): void;
  /** Whether a window that is closed now may live on in the tray. */
  mayCloseToTray(): Promise<boolean>;
}

export interface MainWindowKeeper {
  /** The window, while there is one. */
  window(): BrowserWindow | undefined;
  listen(listeners: MainWindowListeners): void;
  readonly open: (isMinimized?: boolean) => void;
  /** Brings it to the front; opens one where there is none. */
  show(): void;
  /** Whether it has come to the front a moment after it was shown: a Wayland compositor may refuse. */
  isInFront(): Promise<boolean>;
  /** Whether a person can see something in it. */
  isVisible(): boolean;
  /** Its page listens: it hears of what happened since it was loaded. */
  ready(): void;
  /** The page gives on what is being typed in it. Resolves soon, whether it does or not. */
  handOver(): Promise<void>;
  /** The page has done so. */
  handedOver(): void;
  /** The page does this by itself: it ends with the window. */
  setWork(work: readonly WindowWork[]): void;
  /** What it does so. */
  work(): readonly WindowWork[];
  /** Foyer quits: from now on a window that is closed is gone. */
  letGo(): void;
}

/** A compositor that raises a window does it in less. */
const raisedWithinMs = 2_000;
/** A page that lives gives on what is typed in it, and that is saved, in less. */
const handedOverWithinMs = 1_000;

export function createMainWindowKeeper(options: MainWindowKeeperOptions): MainWindowKeeper {
  const { windows, emitter, preferences, log } = options;
  let { firstWindow } = options;
  let main: MainWindow | undefined;
  let window: BrowserWindow | undefined;
  let listener: Listener | undefined;
  let listeners: MainWindowListeners | undefined;
  let isQuitting = false;
  /** The window that closes though it could be hidden: there is no tray to open it from. */
  let closing: BrowserWindow | undefined;
  let isListening = false;
  let onHandedOver: () => void = () => undefined;
  let work: readonly WindowWork[] = [];

  function open(isMinimized = false): void {
    // It may be closed before anybody listens to it.
    if (firstWindow?.window.isDestroyed()) firstWindow = undefined;
    main = firstWindow ?? windows.openMain();
    firstWindow = undefined;
    const opened = main.window;
    window = opened;
    listeners?.onOpen(opened);
    listener = sendEvents(emitter, opened);
    main.settle({
      bounds: preferences.get('windowPlace'),
      isMinimized,
      onBounds(bounds) {
        try {
          preferences.set('windowPlace', bounds);
        } catch (error) {
          log.warn('window.placeNotKept', { error: String(error) });
        }
      },
      onCrash() {
        work = [];
        options.onCrash();
      },
    });
    // A page that was just loaded does nothing yet. Its ready comes too late for this: files can be dropped on it before.
    opened.webContents.on('did-navigate', () => (work = []));
    opened.on('focus', () => listeners?.onFocus());
    opened.on('close', (event) => {
      if (isQuitting || closing === opened) return;
      if (!preferences.get('closesToTray')) {
        if (!isAskedFirst()) return;
        event.preventDefault();
        return app.quit();
      }
      event.preventDefault();
      closeToTray(opened).catch((error: unknown) => {
        log.error('window.close', { error: String(error) });
        opened.destroy();
      });
    });
    opened.on('closed', () => {
      main = undefined;
      window = undefined;
      listener = undefined;
      isListening = false;
      work = [];
      onHandedOver();
      listeners?.onClosed();
    });
  }

  /** With the last window Foyer quits, and asks of work first; of this one's it can't be asked once it is gone. */
  function isAskedFirst(): boolean {
    return work.length > 0 && process.platform !== 'darwin';
  }

  /** Hides the window where there is a tray to open it from; else it closes like any other. */
  async function closeToTray(opened: BrowserWindow): Promise<void> {
    if (!(await listeners?.mayCloseToTray())) {
      if (isAskedFirst()) return app.quit();
      // As any other: its page keeps what is being typed.
      closing = opened;
      return opened.close();
    }
    // Hidden in full screen, it would leave its whole space black on macOS.
    if (opened.isFullScreen()) {
      opened.once('leave-full-screen', () => opened.hide());
      opened.setFullScreen(false);
    } else opened.hide();
  }

  // For an update the system closes the windows before anybody hears of a quit.
  autoUpdater.on('before-quit-for-update', () => (isQuitting = true));

  return {
    window: () => window,
    listen(given) {
      listeners = given;
    },
    open,
    show() {
      if (!window) return open();
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    isInFront: () =>
      new Promise((resolve) => {
        if (!window || window.isFocused()) return resolve(window !== undefined);
        const timer = setTimeout(() => resolve(false), raisedWithinMs);
        window.once('focus', () => {
          clearTimeout(timer);
          resolve(true);
        });
      }),
    isVisible: () => Boolean(window?.isVisible() && !window.isMinimized()),
    ready() {
      isListening = true;
      if (listener) emitter.ready(listener);
      main?.ready();
    },
    async handOver() {
      if (!isListening) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((done) => {
        onHandedOver = done;
        timer = setTimeout(done, handedOverWithinMs);
        emitter.emit('app', 'ending', undefined);
      });
      clearTimeout(timer);
    },
    handedOver: () => onHandedOver(),
    setWork: (now) => void (work = now),
    work: () => work,
    letGo() {
      isQuitting = true;
      // What is typed from now on could be refused by the disk with nobody left to ask.
      window?.hide();
    },
  };
}
