import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeProfileLeftovers } from './profile-leftovers';

const leftover = '.foyer-7-0123456789ab.tmp';
const ofToday = '.foyer-8-0123456789ab.tmp';
const yesterday = new Date(Date.now() - 25 * 3_600_000);

let profile: string;

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'foyer-profile-'));
});
afterEach(() => rm(profile, { recursive: true, force: true }));

it('are gone from the profile and the folders in it, and nothing else is', async () => {
  const folders = [profile, join(profile, 'bin'), join(profile, 'generations')];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    for (const name of [leftover, ofToday, 'outbox.json']) {
      await writeFile(join(folder, name), 'x');
      if (name !== ofToday) await utimes(join(folder, name), yesterday, yesterday);
    }
  }
  await removeProfileLeftovers(profile);
  for (const folder of folders) {
    const names = await readdir(folder);
    expect(names).not.toContain(leftover);
    expect(names).toEqual(expect.arrayContaining([ofToday, 'outbox.json']));
  }
});

it('of a profile that is not there are none', async () => {
  await expect(removeProfileLeftovers(join(profile, 'gone'))).resolves.toBeUndefined();
});
