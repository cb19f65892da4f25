/** The main window: one, sandboxed, at our own page, remembered in its place. */
import { join } from 'node:path';
import { ownOrigin } from '@shared/bridge/contract';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { hardenWindow, hardenedPreferences, type HardenedWindowOptions } from './hardened-window';
import { frameOf, withoutFrame, type Point } from './window-frame';
import type { WindowBounds } from '../preferences/stored-preferences';

/** What of the main window is known once the preferences are read. */
export interface MainWindowSettings {
  bounds: WindowBounds;
  /** It begins in the task bar. */
  isMinimized?: boolean | undefined;
  onBounds(bounds: WindowBounds): void;
  /** Its page died; a new one may be on its way. */
  onCrash(): void;
}

/** The main window, hidden until it is settled and its page is painted. */
export interface MainWindow {
  readonly window: BrowserWindow;
  /** Gives it its bounds and its ground, and lets it be seen; once. */
  settle(settings: MainWindowSettings): void;
}

/** Sizes from the look: default 1280 by 820, least 960 by 640. */
const leastSize = { width: 960, height: 640 };

/** Bounds are of use only where a screen still is. */
function visibleBounds(bounds: WindowBounds): Partial<Electron.Rectangle> {
  const { x, y, width, height } = bounds;
  if (x === undefined || y === undefined) return { width, height };
  const { workArea } = screen.getDisplayMatching({ x, y, width, height });
  const isVisible =
    x < workArea.x + workArea.width - 100 &&
    x + width > workArea.x + 100 &&
    y >= workArea.y - 10 &&
    y < workArea.y + workArea.height - 60;
  return isVisible ? { x, y, width, height } : { width, height };
}

/** The window's ground before its page is painted, so that a dark app does not flash white. */
export function ground(): string {
  return nativeTheme.shouldUseDarkColors ? '#18191b' : '#fafaf9';
}

function titleBarColours(): Electron.TitleBarOverlayOptions {
  const isDark = nativeTheme.shouldUseDarkColors;
  return {
    height: 51,
    color: isDark ? '#131416' : '#f2f2f0',
    symbolColor: isDark ? '#ecedee' : '#1c1d1f',
  };
}

function titleBar(): Electron.BrowserWindowConstructorOptions {
  if (process.platform === 'darwin') {
    return { titleBarStyle: 'hidden', trafficLightPosition: { x: 20, y: 20 } };
  }
  if (process.platform === 'win32') {
    return { titleBarStyle: 'hidden', titleBarOverlay: titleBarColours() };
  }
  // Linux keeps the system's own frame, and has no icon of the program by itself.
  return { icon: join(app.getAppPath(), 'resources', 'icons', 'window.png') };
}

/** How long after a window was shown it is where the window manager wants it; nothing tells. */
const placedAfterMs = 1_000;

/**
 * Makes the window and loads its page. It needs nothing that is read from the disk, so that the page
 * is fetched and parsed in a process of its own while main does that.
 */
export function openMainWindow(options: Omit<HardenedWindowOptions, 'onCrash'>): MainWindow {
  const { log } = options;
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: 'Foyer',
    autoHideMenuBar: true,
    ...titleBar(),
    webPreferences: hardenedPreferences(options),
  });
  let settings: MainWindowSettings | undefined;
  let isPainted = false;
  hardenWindow(window, { ...options, onCrash: () => settings?.onCrash() });

  const show = () => {
    if (!settings || !isPainted || window.isDestroyed()) return;
    if (settings.isMinimized) {
      // What was never shown, some desktops would not list either.
      window.showInactive();
      return window.minimize();
    }
    if (settings.bounds.isMaximised) window.maximize();
    window.show();
  };
  window.once('ready-to-show', () => {
    isPainted = true;
    show();
  });
  window.loadURL(`${ownOrigin}/index.html`).catch((error: unknown) => {
    log.warn('window.notLoaded', { error: String(error) });
  });

  return {
    window,
    settle(settled) {
      settings = settled;
      const { bounds } = settled;
      window.setBackgroundColor(ground());
      if (process.platform === 'win32') window.setTitleBarOverlay(titleBarColours());
      window.setBounds(visibleBounds(bounds));
      if (bounds.x === undefined || bounds.y === undefined) window.center();
      const asked = window.getBounds();
      let frame: Point | undefined;
      const measureFrame = () => {
        if (window.isDestroyed() || window.isMinimized() || window.isMaximized()) return;
        frame ??= frameOf(asked, window.getBounds());
      };
      if (process.platform !== 'linux') frame = { x: 0, y: 0 };
      else window.once('show', () => setTimeout(measureFrame, placedAfterMs));
      const remember = () => {
        if (window.isDestroyed() || window.isMinimized()) return;
        measureFrame();
        const bounds = withoutFrame(window.getNormalBounds(), frame ?? { x: 0, y: 0 });
        settled.onBounds({ ...bounds, isMaximised: window.isMaximized() });
      };
      window.on('resized', remember);
      window.on('moved', remember);
      window.on('close', remember);
      show();
    },
  };
}

/** The preload script, beside the built main. */
export function preloadPath(mainFolder: string): string {
  return join(mainFolder, '..', 'preload', 'index.cjs');
}
