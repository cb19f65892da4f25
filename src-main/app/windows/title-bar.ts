/** What stands for the main window's title bar on each system, and in what colours. Pure. */
import type { BrowserWindowConstructorOptions, TitleBarOverlayOptions } from 'electron';

/** A window's ground before its page is painted, so that a dark app does not flash white. */
export function ground(isDark: boolean): string {
  return isDark ? '#18191b' : '#fafaf9';
}

/** Look, *Window*: the strip at the top, CSS pixels. */
export const stripHeight = 51;

/** The colours under the buttons that Windows draws into the window; `undefined` elsewhere. */
export function titleBarOverlay(
  platform: NodeJS.Platform,
  isDark: boolean,
): TitleBarOverlayOptions | undefined {
  if (platform !== 'win32') return undefined;
  return {
    height: stripHeight,
    color: isDark ? '#131416' : '#f2f2f0',
    symbolColor: isDark ? '#ecedee' : '#1c1d1f',
  };
}

/** How a window is made for it. Linux keeps the system's own frame, and has no icon by itself. */
export function titleBar(
  platform: NodeJS.Platform,
  isDark: boolean,
  icon: string,
): BrowserWindowConstructorOptions {
  if (platform === 'darwin') {
    return { titleBarStyle: 'hidden', trafficLightPosition: { x: 20, y: 20 } };
  }
  const overlay = titleBarOverlay(platform, isDark);
  return overlay ? { titleBarStyle: 'hidden', titleBarOverlay: overlay } : { icon };
}
