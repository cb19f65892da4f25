import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withKeychain } from '../../../tools/desktop-session.mjs';
import { openBus } from '../../session-bus/session-bus';
import { hasTray } from './has-tray';

it.each(['win32', 'darwin'] as const)('%s always has a tray', async (platform) => {
  expect(await hasTray(platform, {})).toBe(true);
});

it('Linux has one that can be relied on only where its bus says so', async () => {
  expect(await hasTray('linux', {})).toBe(false);
});

it.runIf(process.platform === 'linux')(
  'it is found without any program of the system, and is gone with its panel',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-tray-'));
    const session = await withKeychain(folder, { state: 'absent' });
    try {
      const environment = { ...session.env, PATH: '' };
      expect(await hasTray('linux', environment)).toBe(false);
      const panel = await openBus(session.env);
      await panel?.call('RequestName', 'org.kde.StatusNotifierWatcher', 0);
      expect(await hasTray('linux', environment)).toBe(true);
      panel?.close();
      await expect.poll(() => hasTray('linux', environment)).toBe(false);
    } finally {
      await session.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
