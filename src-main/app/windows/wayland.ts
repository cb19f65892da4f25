/** Whether a Wayland compositor has the windows in its hand: it alone places and raises them. Pure. */

export interface Display {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  /** What `--ozone-platform` or `--ozone-platform-hint` says; empty: nothing. */
  ozone: string;
  /** Electron's version. */
  electron: string;
}

/** Whether the desktop's session is one of Wayland. Programs may still be on X11 in it. */
export function isWaylandSession({
  platform,
  environment,
}: Pick<Display, 'platform' | 'environment'>): boolean {
  return platform === 'linux' && environment['XDG_SESSION_TYPE'] === 'wayland';
}

/** Since this version Electron goes to Wayland by itself. */
const goesByItself = 38;

/** Whether Foyer's own windows are Wayland's. */
export function isOnWayland(display: Display): boolean {
  const { platform, environment, ozone, electron } = display;
  if (platform !== 'linux') return false;
  if (ozone === 'wayland' || ozone === 'x11') return ozone === 'wayland';
  const mayChoose = ozone === 'auto' || Number.parseInt(electron, 10) >= goesByItself;
  return mayChoose && isWaylandSession(display) && Boolean(environment['WAYLAND_DISPLAY']);
}
