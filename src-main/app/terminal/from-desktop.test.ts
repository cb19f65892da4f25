import { describe, expect, it } from 'vitest';
import { isFromDesktop, type Start } from './from-desktop';

const start: Start = {
  platform: 'linux',
  environment: {},
  pid: 4711,
  parent: 300,
  hasTerminal: false,
  hasStreams: true,
};
const token = { XDG_ACTIVATION_TOKEN: 'gnome-shell/foyer/1' };

describe('a start', () => {
  it.each<[string, Partial<Start>, boolean]>([
    ['GNOME', { environment: { GIO_LAUNCHED_DESKTOP_FILE_PID: '4711' } }, true],
    [
      'GNOME, for the terminal above',
      { environment: { GIO_LAUNCHED_DESKTOP_FILE_PID: '1' } },
      false,
    ],
    ['a Wayland desktop', { environment: token }, true],
    ['an X11 desktop', { environment: { DESKTOP_STARTUP_ID: 'xfce4/1' } }, true],
    ['a script', {}, false],
    ['a terminal of that desktop', { environment: token, hasTerminal: true }, false],
    ['the Dock', { platform: 'darwin', parent: 1 }, true],
    ['a script on macOS', { platform: 'darwin' }, false],
    ['Explorer', { platform: 'win32', hasStreams: false }, true],
    ['a script on Windows', { platform: 'win32' }, false],
    ['foyer.cmd', { platform: 'win32', hasTerminal: true }, false],
  ])('by %s is from the desktop or not', (_who, part, expected) => {
    expect(isFromDesktop({ ...start, ...part })).toBe(expected);
  });
});
