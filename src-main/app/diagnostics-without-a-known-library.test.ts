/**
 * Foyer can't read its settings, which say where the library is: it says so, and shows no library. The guide, for when
 * something goes wrong: Settings, *Diagnostics* shows versions, folders and the log. Which folder is the library's isn't
 * known then; all the rest is, and is what somebody who is asked for help needs.
 */
import { ProblemError } from '@shared/problem-error';
import { expect, it, vi } from 'vitest';
import { createAppRoom, type AppRoomOptions } from './app-room';

vi.mock('electron', () => ({ app: { getVersion: () => '0.1.0' } }));
// It can only be loaded inside Electron.
vi.mock('electron-store', () => ({ default: class {} }));
// What Electron's process has beside Node's.
vi.mock('./electron-holes', () => ({ holesIn: () => [] }));
Object.assign(process, { getSystemVersion: () => '6.1' });

function room(library: () => string) {
  return createAppRoom({
    folders: { profile: '/profile', library, log: '/profile/logs' },
    keychainState: () => Promise.resolve({ state: 'ready' }),
  } as unknown as AppRoomOptions);
}

/** As the library says it (`library-folder.ts`). */
function unknown(): never {
  throw new ProblemError({ code: 'storageLibraryUnknown', file: 'preferences.json' });
}

it('the control: all of it is shown where the library is known', async () => {
  expect(await room(() => '/library').diagnostics(undefined)).toMatchObject({
    ...{ profileFolder: '/profile', libraryFolder: '/library', logFolder: '/profile/logs' },
    keychain: { state: 'ready' },
  });
});

it('the versions, the other folders and the keychain are shown where it is not', async () => {
  expect(await room(unknown).diagnostics(undefined)).toMatchObject({
    ...{ profileFolder: '/profile', libraryFolder: null, logFolder: '/profile/logs' },
    keychain: { state: 'ready' },
  });
});
