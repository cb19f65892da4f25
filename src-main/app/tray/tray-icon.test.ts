import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { trayIconFile } from './tray-icon';

const read = (platform: NodeJS.Platform) =>
  readFileSync(new URL(`../../../resources/icons/${trayIconFile(platform)}`, import.meta.url));

it('has every size that Windows’ tray has, in one ICO', () => {
  const icon = read('win32');
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2)]).toEqual([0, 1]);
  const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, at) => icon[6 + 16 * at]);
  expect(sizes).toEqual([16, 20, 24, 32, 40, 48]);
});

it.each(['linux', 'darwin'] as const)('is a PNG on %s', (platform) => {
  expect(read(platform).subarray(1, 4).toString()).toBe('PNG');
});
