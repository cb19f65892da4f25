/** The main window: one, sandboxed, at our own page, remembered in its place. */
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import { ownOrigin } from '../bridge/bridge';
import type { WindowPlace } from './preferences';

export interface MainWindowOptions {
  session: Session;
  preload: string;
  place: WindowPlace;
  onPlace(place: WindowPlace): void;
  /** The page died; a new one may be on its way. */
  onCrash(): void;
  log: { warn(event: string, fields?: object): void };
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
function ground(): string {
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
    webPreferences: {
      session: options.session,
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });

  const { webContents } = window;
  // WebRTC asks for no address that the session could cancel; without UDP it needs the proxy.
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));

  let crashes = 0;
  webContents.on('render-process-gone', (_event, details) => {
    log.warn('window.gone', { reason: details.reason, exitCode: details.exitCode });
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    crashes += 1;
    options.onCrash();
    // Edits are in main, so a new page shows them all. One that dies again and again stays away.
    if (crashes <= 3) webContents.reload();
  });
  webContents.on('unresponsive', () => log.warn('window.unresponsive'));

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
