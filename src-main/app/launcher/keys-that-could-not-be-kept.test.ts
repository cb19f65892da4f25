/**
 * Other keys are chosen for the launcher, or none, while the disk is full: that they can't be kept is told, and Settings
 * shows those from before. Those are the ones that open the launcher, too, as they will after a restart.
 */
import { ProblemError } from '@shared/problem-error';
import { beforeEach, expect, it, vi } from 'vitest';
import { createLauncherRoom, type LauncherRoomOptions } from './launcher-room';

const { registered } = vi.hoisted(() => ({ registered: new Map<string, () => void>() }));
vi.mock('electron', () => ({
  globalShortcut: {
    register(keys: string, onPress: () => void) {
      if (registered.has(keys)) return false;
      registered.set(keys, onPress);
      return true;
    },
    unregister: (keys: string) => registered.delete(keys),
  },
}));
vi.mock('../tray/has-tray', () => ({ hasTray: () => Promise.resolve(false) }));
vi.mock('../tray/tray', () => ({ showTray: () => ({ update: () => undefined }) }));

beforeEach(() => registered.clear());

const old = 'Control+Alt+P';

/** What is shown, and what opens the launcher, after other keys were chosen. */
async function chosen(keys: string, isFull: boolean) {
  const kept: Record<string, unknown> = {
    ...{ launcherKeys: old, launcherKeysHeard: old, isInTray: false, closesToTray: false },
  };
  const window = { isDestroyed: () => false };
  const room = createLauncherRoom({
    preferences: {
      get: (key: string) => kept[key],
      set(key: string, value: unknown) {
        // As the store does then: everything is as before.
        if (isFull) throw new ProblemError({ code: 'storageFull', path: 'preferences.json' });
        kept[key] = value;
      },
    },
    ...{ emit: () => undefined, onTrouble: () => undefined },
    makeWindow: () => ({ window, close: () => undefined, isVisible: () => false }),
    loginStart: {
      isOn: () => Promise.resolve(undefined),
      set: () => Promise.resolve(),
      follow: () => Promise.resolve(),
    },
  } as unknown as LauncherRoomOptions);
  await room.start();
  const { handlers } = room;
  const told = await Promise.resolve()
    .then(() => handlers.setKeys({ keys }))
    .then(
      () => undefined,
      (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
    );
  const state = await handlers.state(undefined);
  return { told, shown: state.keys, areWorking: state.keysWork, open: [...registered.keys()] };
}

it.each(['Control+Alt+L', ''])('the control: %j is kept', async (keys) => {
  expect(await chosen(keys, false)).toEqual({
    ...{ told: undefined, shown: keys, areWorking: keys !== '' },
    open: keys === '' ? [] : [keys],
  });
});

it.each(['Control+Alt+L', ''])('%j could not be kept: those from before open it', async (keys) => {
  expect(await chosen(keys, true)).toEqual({
    ...{ told: 'storageFull', shown: old, areWorking: true, open: [old] },
  });
});
