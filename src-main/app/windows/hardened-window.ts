/** What every window of Foyer is: sandboxed, at its own page, unable to go or open anywhere else. */
import type { BrowserWindow, Session, WebPreferences } from 'electron';
import { PageCrashes } from './page-crashes';

export interface HardenedWindowOptions {
  session: Session;
  preload: string;
  log: { warn(event: string, fields?: object): void };
  /** The page died; a new one may be on its way. */
  onCrash?: () => void;
  /** It died so often that it is not brought back. */
  onCrashForGood?: () => void;
}

/** The preferences of the page. */
export function hardenedPreferences({ session, preload }: HardenedWindowOptions): WebPreferences {
  return {
    session,
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  };
}

/** Hardens a window that was made with those preferences, and brings its page back after a crash. */
export function hardenWindow(window: BrowserWindow, options: HardenedWindowOptions): void {
  const { log, onCrash, onCrashForGood } = options;
  const { webContents } = window;
  // WebRTC asks for no address that the session could cancel; without UDP it needs the proxy.
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));

  const crashes = new PageCrashes();
  webContents.on('render-process-gone', (_event, details) => {
    log.warn('window.gone', { reason: details.reason, exitCode: details.exitCode });
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    onCrash?.();
    // Edits are in main, so a new page shows them all.
    if (crashes.mayComeBack()) webContents.reload();
    else onCrashForGood?.();
  });
  webContents.on('unresponsive', () => log.warn('window.unresponsive'));
}
