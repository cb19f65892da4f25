/** Keys for the launcher come out of a file, which anybody may have made: they are taken as from a person. */
import { expect, it, vi } from 'vitest';
import { createLauncherKeys } from './launcher-keys';

const { taken } = vi.hoisted(() => ({ taken: [] as string[] }));
vi.mock('electron', () => ({
  globalShortcut: { register: (keys: string) => taken.push(keys) > 0, unregister: () => undefined },
}));

it.each(['Control+Shift+P', 'Alt+Space', 'Super+1', 'F9', 'Shift+F12', 'Control+.'])(
  'takes what can be chosen in Settings: %s',
  (wanted) => {
    const keys = createLauncherKeys(() => undefined);
    expect(keys.use(wanted)).toBe(true);
    expect(keys.work()).toBe(true);
  },
);

it.each(['A', 'Shift+A', 'Enter', 'Space', 'Escape', 'F9+A', 'shift+a', '+', 'MediaPlayPause'])(
  'refuses keys that could be typed nowhere else any more, and those before stay: %s',
  (wanted) => {
    const keys = createLauncherKeys(() => undefined);
    keys.use('Control+Alt+P');
    taken.length = 0;
    expect(keys.use(wanted)).toBe(false);
    expect(keys.work()).toBe(true);
    expect(taken).toEqual([]);
  },
);
