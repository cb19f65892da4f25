/**
 * The launcher: a small frameless window over whatever program is in front. It is made once, kept
 * hidden, and shown by a global shortcut; it goes away on Escape or when another window is chosen.
 */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { ownOrigin } from '@shared/bridge/contract';
import { launcherHeight, launcherPlace, launcherWidth } from './launcher-place';
import {
  hardenWindow,
  hardenedPreferences,
  type HardenedWindowOptions,
} from '../windows/hardened-window';
import { ground } from '../windows/title-bar';

export interface LauncherOptions extends HardenedWindowOptions {
  isOnWayland: boolean;
  /** It was shown: its page begins anew. */
  onShow(): void;
}

export interface LauncherWindow {
  readonly window: BrowserWindow;
  /** Shows it on the screen with the pointer, in focus; on Wayland where the compositor wants it. */
  show(): void;
  hide(): void;
  isVisible(): boolean;
  /** Its page is this high, CSS pixels. */
  fit(height: number): void;
  close(): void;
}

const firstHeight = 200;

/** Makes it, hidden, and loads its page. */
export function openLauncherWindow(options: LauncherOptions): LauncherWindow {
  const window = new BrowserWindow({
    width: launcherWidth,
    height: firstHeight,
    show: false,
    frame: false,
    resizable: false,
    movable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    title: 'Foyer',
    backgroundColor: ground(nativeTheme.shouldUseDarkColors),
    // A panel takes the keys on macOS without bringing the rest of Foyer forward.
    ...(process.platform === 'darwin' && { type: 'panel' }),
    webPreferences: {
      ...hardenedPreferences(options),
      // Hidden, it must still be ready to paint at once.
      backgroundThrottling: false,
    },
  });
  // Empty, it would stay over every program; it is made again when it is next wanted.
  hardenWindow(window, { ...options, onCrashForGood: () => window.destroy() });
  window.setAlwaysOnTop(true, 'pop-up-menu');
  if (process.platform === 'darwin') {
    window.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      // A panel needs no other kind of process, and with one Foyer loses its icon in the Dock.
      skipTransformProcessType: true,
    });
  }
  window.loadURL(`${ownOrigin}/launcher.html`).catch((error: unknown) => {
    options.log.warn('launcher.notLoaded', { error: String(error) });
  });
  // `isVisible` is asked of the system and can lag; what counts is what was asked of it last.
  let isShown = false;
  let height = firstHeight;

  const hide = () => {
    if (window.isDestroyed() || !isShown) return;
    isShown = false;
    window.hide();
  };
  window.on('blur', hide);

  function place(): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    window.setBounds(launcherPlace({ workArea, height, isOnWayland: options.isOnWayland }));
  }

  return {
    window,
    show() {
      if (window.isDestroyed()) return;
      place();
      isShown = true;
      window.show();
      window.focus();
      window.webContents.focus();
      options.onShow();
    },
    hide,
    isVisible: () => isShown && !window.isDestroyed(),
    fit(wanted) {
      if (window.isDestroyed() || wanted === height) return;
      height = wanted;
      const { workArea } = screen.getDisplayMatching(window.getBounds());
      window.setSize(launcherWidth, launcherHeight(height, workArea));
    },
    close() {
      if (!window.isDestroyed()) window.destroy();
    },
  };
}
