/**
 * The launcher: a small frameless window over whatever program is in front. It is made once, kept
 * hidden, and shown by a global shortcut; it goes away on Escape or when another window is chosen.
 */
import { BrowserWindow, screen } from 'electron';
import { ownOrigin } from '@shared/bridge/contract';
import {
  hardenWindow,
  hardenedPreferences,
  type HardenedWindowOptions,
} from '../windows/hardened-window';
import { ground } from '../windows/main-window';

export interface LauncherOptions extends HardenedWindowOptions {
  /** It was shown: its page begins anew. */
  onShow(): void;
}

export interface LauncherWindow {
  readonly window: BrowserWindow;
  /** Shows it where the pointer is, in focus. */
  show(): void;
  hide(): void;
  isVisible(): boolean;
  /** Its page is this high, CSS pixels. */
  fit(height: number): void;
  close(): void;
}

/** Look, *Parts*: 516 wide. */
const width = 516;
const firstHeight = 200;

/** Makes it, hidden, and loads its page. */
export function openLauncherWindow(options: LauncherOptions): LauncherWindow {
  const window = new BrowserWindow({
    width,
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
    backgroundColor: ground(),
    // A panel takes the keys on macOS without bringing the rest of Foyer forward.
    ...(process.platform === 'darwin' && { type: 'panel' }),
    webPreferences: {
      ...hardenedPreferences(options),
      // Hidden, it must still be ready to paint at once.
      backgroundThrottling: false,
    },
  });
  hardenWindow(window, options);
  window.setAlwaysOnTop(true, 'pop-up-menu');
  if (process.platform === 'darwin') {
    window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
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
    window.setBounds({
      x: Math.round(workArea.x + (workArea.width - width) / 2),
      y: Math.round(workArea.y + workArea.height / 5),
      width,
      height: Math.min(height, Math.round(workArea.height * 0.7)),
    });
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
    isVisible: () => isShown,
    fit(wanted) {
      if (window.isDestroyed() || wanted === height) return;
      height = wanted;
      const bounds = window.getBounds();
      const { workArea } = screen.getDisplayMatching(bounds);
      window.setBounds({ ...bounds, height: Math.min(height, Math.round(workArea.height * 0.7)) });
    },
    close() {
      if (!window.isDestroyed()) window.destroy();
    },
  };
}
