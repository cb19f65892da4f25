/** The main window: one, sandboxed, at our own page, remembered in its place. */
import { join } from 'node:path';
import { ownOrigin } from '@shared/bridge/contract';
import { app, BrowserWindow, Menu, nativeTheme, screen } from 'electron';
import { hardenWindow, hardenedPreferences, type HardenedWindowOptions } from './hardened-window';
import { createMenuKey } from './menu-key';
import { ground, stripHeight, titleBar, titleBarOverlay } from './title-bar';
import { isOnWaylandNow } from './wayland-now';
import { frameOf, withoutFrame, type Point } from './window-frame';
import { leastSize, placeOnScreen, type WindowPlace } from './window-place';
import type { WindowBounds } from '../preferences/stored-preferences';
import type { FirstWindow } from './first-screen-file';

/** What of the main window is known once the preferences are read. */
export interface MainWindowSettings {
  bounds: WindowBounds;
  /** It begins in the task bar. */
  isMinimized?: boolean | undefined;
  onBounds(bounds: WindowBounds): void;
  /** Its page died; a new one may be on its way. */
  onCrash(): void;
}

/** The main window, hidden until it is settled and its page has painted something to see. */
export interface MainWindow {
  readonly window: BrowserWindow;
  /** Resolves when its page is built: until then it needs this thread, which hands out its files. */
  readonly pageBuilt: Promise<void>;
  /** Gives it its bounds and its ground, and lets it be seen; once. */
  settle(settings: MainWindowSettings): void;
  /** Its page shows what main answered. */
  ready(): void;
}

/** Where the window was, brought onto the screens that there are. */
function placeNow(bounds: WindowBounds): WindowPlace {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return placeOnScreen(
    bounds,
    [primary, ...others].map(({ workArea }) => workArea),
  );
}

/** Keeps the window's ground and the title bar in the colours of the appearance, as it changes. */
function followAppearance(window: BrowserWindow): void {
  const paint = () => {
    const isDark = nativeTheme.shouldUseDarkColors;
    window.setBackgroundColor(ground(isDark));
    const overlay = titleBarOverlay(process.platform, isDark);
    if (overlay) window.setTitleBarOverlay(overlay);
  };
  paint();
  nativeTheme.on('updated', paint);
  window.on('closed', () => nativeTheme.off('updated', paint));
}

/** Opens the menu at its key where no menu bar does; under the strip, as a menu bar's would be. */
function listenToMenuKey(window: BrowserWindow): void {
  const keys = createMenuKey(process.platform);
  window.webContents.on('before-input-event', (_event, input) => {
    if (keys.heard(input)) Menu.getApplicationMenu()?.popup({ window, x: 0, y: stripHeight });
  });
  window.on('blur', () => keys.forget());
}

/** How long after a window was shown it is where the window manager wants it; nothing tells. */
const placedAfterMs = 1_000;

/** A page that was loaded has painted long before, where it paints at all while it is hidden. */
const unpaintedForMs = 2_000;

/** A window that has not been moved for so long has come to rest. */
const quietAfterMs = 500;

/** Runs it once nothing has called for so long. */
function whenQuiet(run: () => void, quietMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  };
}

/**
 * Makes the window and loads its page. It needs nothing that is read from the disk, so that the page
 * is fetched and parsed in a process of its own while main does that.
 */
export function openMainWindow(
  options: Omit<HardenedWindowOptions, 'onCrash'>,
  known: FirstWindow | undefined,
): MainWindow {
  const { log } = options;
  if (known) nativeTheme.themeSource = known.appearance;
  // A command of the terminal runs without an icon in the Dock; a window needs it.
  app.dock?.show().catch((error: unknown) => log.warn('window.dock', { error: String(error) }));
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: 'Foyer',
    autoHideMenuBar: true,
    ...titleBar(
      process.platform,
      nativeTheme.shouldUseDarkColors,
      join(app.getAppPath(), 'resources', 'icons', 'window.png'),
    ),
    webPreferences: hardenedPreferences(options),
  });
  let settings: MainWindowSettings | undefined;
  /** The bounds that it was given. */
  let given: WindowBounds | undefined;
  let isPainted = false;
  listenToMenuKey(window);
  hardenWindow(window, { ...options, onCrash: () => settings?.onCrash() });

  const show = () => {
    if (!given || !isPainted || window.isDestroyed() || window.isVisible()) return;
    if (settings?.isMinimized) {
      // What was never shown, some desktops would not list either.
      window.showInactive();
      return window.minimize();
    }
    if (given.isMaximised) window.maximize();
    window.show();
  };
  const place = (bounds: WindowBounds) => {
    if (given && isSameBounds(given, bounds)) return;
    given = bounds;
    const { least, bounds: placed } = placeNow(bounds);
    window.setMinimumSize(least.width, least.height);
    window.setBounds(placed);
  };
  followAppearance(window);
  if (known) place(known.bounds);
  const painted = () => {
    if (isPainted) return;
    isPainted = true;
    show();
  };
  const pageBuilt = new Promise<void>((built) => window.webContents.once('dom-ready', built));
  let answered: () => void = () => undefined;
  const isAnswered = new Promise<void>((done) => (answered = done));
  // A first paint may be of a page that has nothing to show yet, and would be all there is to see
  // until it has: what it was handed when it is built, or main's answers.
  const hasWhatItShows = known ? pageBuilt : isAnswered;
  window.once('ready-to-show', () => void hasWhatItShows.then(painted));
  // A hidden window paints nothing under many Wayland compositors (electron/electron#48859), and would
  // be hidden for ever.
  window.webContents.once('did-finish-load', () => {
    setTimeout(painted, isOnWaylandNow() ? 0 : unpaintedForMs);
  });
  window.loadURL(`${ownOrigin}/index.html`).catch((error: unknown) => {
    log.warn('window.notLoaded', { error: String(error) });
  });

  return {
    window,
    pageBuilt,
    ready: () => answered(),
    settle(settled) {
      settings = settled;
      place(settled.bounds);
      const asked = window.getBounds();
      let frame: Point | undefined;
      const measureFrame = () => {
        if (window.isDestroyed() || window.isMinimized() || window.isMaximized()) return;
        frame ??= frameOf(asked, window.getBounds());
      };
      if (process.platform !== 'linux') frame = { x: 0, y: 0 };
      else whenShown(window, () => setTimeout(measureFrame, placedAfterMs));
      const remember = () => {
        if (window.isDestroyed() || window.isMinimized()) return;
        measureFrame();
        const bounds = withoutFrame(window.getNormalBounds(), frame ?? { x: 0, y: 0 });
        settled.onBounds({ ...bounds, isMaximised: window.isMaximized() });
      };
      // Linux tells of each step of a move and never of its end.
      const rememberSoon = whenQuiet(remember, quietAfterMs);
      if (process.platform === 'linux') {
        window.on('resize', rememberSoon);
        window.on('move', rememberSoon);
      } else {
        window.on('resized', remember);
        window.on('moved', remember);
      }
      window.on('close', remember);
      show();
    },
  };
}

/** Runs it once the window is shown, or at once where it is. */
export function whenShown(window: BrowserWindow, run: () => void): void {
  if (window.isVisible()) run();
  else window.once('show', run);
}

function isSameBounds(one: WindowBounds, other: WindowBounds): boolean {
  return (['x', 'y', 'width', 'height', 'isMaximised'] as const).every(
    (key) => one[key] === other[key],
  );
}

/** The preload script, beside the built main. */
export function preloadPath(mainFolder: string): string {
  return join(mainFolder, '..', 'preload', 'index.cjs');
}
