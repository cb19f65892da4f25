import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeDurably } from '../storage/storage';
import { endRooms } from './ended-rooms';

it('writes what each room has to write, and waits for it, where another one can’t end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-ending-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'a file'), '');
  await mkdir(join(folder, 'profile'));
  const written = join(folder, 'profile', 'previews.json');
  const told: unknown[] = [];
  const write = async (path: string) => void (await writeDurably(path, 'whole'));
  await endRooms(
    {
      billing: () => write(join(folder, 'a file', 'billing.json')),
      domains: () => {
        throw new Error('at once');
      },
      previews: () => write(written),
    },
    { error: (event, fields) => void told.push({ event, ...fields }) },
  );
  expect(await readFile(written, 'utf8')).toBe('whole');
  expect(told).toMatchObject([
    { event: 'main.roomNotEnded', room: 'domains', error: 'Error: at once' },
    { event: 'main.roomNotEnded', room: 'billing' },
  ]);
});
