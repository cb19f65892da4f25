import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { removeAfterTest } from '../../testing/temporary-folder';
import { openPreferences } from './stored-preferences';

vi.mock('electron-store', () => import('../testing/electron-store'));

it('keeps where the library is, and where it was moved from', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-preferences-'));
  removeAfterTest(profile);
  const moves = [{ from: '/srv/one', to: '/srv/two' }];

  openPreferences(profile).keepFolder('/srv/two', moves);
  expect(openPreferences(profile).libraryFolder()).toBe('/srv/two');
  expect(openPreferences(profile).moves()).toEqual(moves);

  const ended = [{ from: '/srv/one', to: '/srv/two', stayed: ['harbour.json'] }];
  openPreferences(profile).keepMoves(ended);
  expect(openPreferences(profile).libraryFolder()).toBe('/srv/two');
  expect(openPreferences(profile).moves()).toEqual(ended);
});
