import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeAfterTest } from '../testing/temporary-folder';
import { PictureCache } from './picture-cache';
import { onePng } from './trial-web';

const address = 'https://pictures.example/a.png';
const former = { kind: 'png', bytes: onePng(4, 3, [28, 93, 128]) } as const;
const newer = { kind: 'png', bytes: onePng(4, 3, [200, 10, 10]) } as const;

it('gives the picture that was fetched last, also after the clock was set back', async () => {
  const root = await mkdtemp(join(tmpdir(), 'foyer-pictures-'));
  removeAfterTest(root);
  const folder = join(root, 'pictures');
  // The clock was four days ahead when the first one was fetched.
  let clock = new Date('2026-11-24T12:00:00Z');
  const cache = new PictureCache(folder, 1_000_000, () => clock);
  await cache.put(address, former);
  clock = new Date('2026-11-20T12:00:00Z');

  const copy = await cache.put(address, newer);
  expect(await cache.read(copy.id)).toEqual(newer);
  expect(await cache.copyOf(address)).toEqual(copy);
  const again = new PictureCache(folder, 1_000_000, () => clock);
  expect((await again.copyOf(address))?.id).toBe(copy.id);
});
