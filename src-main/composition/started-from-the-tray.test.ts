/** A preview is started from the tray: whoever would not sign in to a proxy before may be asked once more. */
import type { ShownShortcut } from '@shared/previews';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, vi } from 'vitest';
import type { createLauncherRoom } from '../app/app';
import type { Foundation } from './foundation';
import { createLauncher } from './launcher';
import type { Rooms, StoredRooms } from './rooms';

type LauncherRoomOptions = Parameters<typeof createLauncherRoom>[0];
const { made } = vi.hoisted(() => ({ made: [] as LauncherRoomOptions[] }));
vi.mock('electron', () => ({ app: { getAppPath: () => '/' } }));
vi.mock('../app/app', () => ({
  askFor: (shortcut: ShownShortcut) => shortcut,
  createLoginStart: () => undefined,
  createLauncherRoom: (options: LauncherRoomOptions) => made.push(options),
}));

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const contoso = { ...trialConnection('contoso'), label: 'Contoso' };

function tray(list: readonly object[]) {
  const done: string[] = [];
  createLauncher(
    {} as unknown as Foundation,
    {
      connections: { snapshot: () => ({ list }) },
      proxy: { mayAskAgain: () => done.push('may ask') },
    } as unknown as Rooms,
    () =>
      ({
        start: () => Promise.resolve(done.push('start')),
      }) as unknown as StoredRooms['previews'],
    { show: () => undefined, ask: () => done.push('ask'), isInSight: () => false },
  );
  const room = made.at(-1);
  if (!room) throw new Error('There is no launcher.');
  return { done, room };
}

const booking: ShownShortcut = {
  ...{ id: 'booking', name: 'Booking', connectionId: northwind.id, botId: 'cl_booking' },
  ...{ to: '+44 7700 900112', startGroupId: '', lastAt: null, isNewRecipient: false },
};

it('may ask, and starts it then', () => {
  const { done, room } = tray([northwind]);
  room.startFromTray(booking);
  expect(done).toEqual(['may ask', 'start']);
});

it('the control: one that a person has to confirm first starts nothing', () => {
  const { done, room } = tray([northwind]);
  room.startFromTray({ ...booking, isNewRecipient: true });
  expect(done).toEqual(['ask']);
});

it('names a workspace only where there are several', () => {
  expect(tray([northwind]).room.workspaceOf(northwind.id)).toBeUndefined();
  expect(tray([northwind, contoso]).room.workspaceOf(northwind.id)).toBe('Northwind');
});
