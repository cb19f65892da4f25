/** The main window: one, sandboxed, at our own page, remembered in its place. */
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { ownOrigin } from '../bridge/bridge';
import { guard, guardedPreferences, type GuardOptions } from './guarded-window';
import type { WindowPlace } from './preferences';

export interface MainWindowOptions extends GuardOptions {
  place: WindowPlace;
  onPlace(place: WindowPlace): void;
}

/** Sizes from the look: default 1280 by 820, least 960 by 640. */
const leastSize = { width: 960, height: 640 };

/** A place is of use only where a screen still is. */
function visiblePlace(place: WindowPlace): Partial<Electron.Rectangle> {
  const { x, y, width, height } = place;
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

function titleBar(): Electron.BrowserWindowConstructorOptions {
  if (process.platform === 'darwin') {
    return { titleBarStyle: 'hidden', trafficLightPosition: { x: 20, y: 20 } };
  }
  if (process.platform === 'win32') {
    return {
      titleBarStyle: 'hidden',
      titleBarOverlay: {
        height: 51,
        color: nativeTheme.shouldUseDarkColors ? '#131416' : '#f2f2f0',
        symbolColor: nativeTheme.shouldUseDarkColors ? '#ecedee' : '#1c1d1f',
      },
    };
  }
  // Linux keeps the system's own frame.
  return {};
}

/** Makes the window and loads its page; it shows itself when the first paint is ready. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { place, log } = options;
  const window = new BrowserWindow({
    ...visiblePlace(place),
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: 'Foyer',
    backgroundColor: ground(),
    autoHideMenuBar: true,
    ...titleBar(),
    webPreferences: guardedPreferences(options),
  });
  guard(window, options);

  const remember = () => {
    if (window.isDestroyed() || window.isMinimized()) return;
    options.onPlace({ ...window.getNormalBounds(), isMaximised: window.isMaximized() });
  };
  window.on('resized', remember);
  window.on('moved', remember);
  window.on('close', remember);

  window.once('ready-to-show', () => {
    if (place.isMaximised) window.maximize();
    window.show();
  });
  window.loadURL(`${ownOrigin}/index.html`).catch((error: unknown) => {
    log.warn('window.notLoaded', { error: String(error) });
  });
  return window;
}

/** The preload script, beside the built main. */
export function preloadPath(mainFolder: string): string {
  return join(mainFolder, '..', 'preload', 'index.cjs');
}
