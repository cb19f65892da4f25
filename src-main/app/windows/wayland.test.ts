import { describe, expect, it } from 'vitest';
import { isOnWayland, isWaylandSession, type Display } from './wayland';

const session = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' };
const current: Display = {
  platform: 'linux',
  environment: session,
  ozone: '',
  electron: '45.4.1',
};

describe('the windows', () => {
  it.each<[string, Partial<Display>, boolean]>([
    ['in a session of Wayland', {}, true],
    ['in one of X11', { environment: { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' } }, false],
    ['where a person chose X11', { ozone: 'x11' }, false],
    ['on the fallback for development', { electron: '25.1.1' }, false],
    ['on that, where a person chose Wayland', { electron: '25.1.1', ozone: 'wayland' }, true],
    ['on Windows', { platform: 'win32', environment: {} }, false],
    ['on macOS', { platform: 'darwin', environment: {} }, false],
  ])('%s are Wayland’s or not', (_where, part, expected) => {
    expect(isOnWayland({ ...current, ...part })).toBe(expected);
  });

  it('may be X11’s in a session of Wayland', () => {
    expect(isWaylandSession({ ...current })).toBe(true);
    expect(isWaylandSession({ ...current, platform: 'darwin' })).toBe(false);
  });
});
