/** One Foyer on one profile, also where many start at once, or the last one was killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  unlink,
} from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleProgram } from '../../../tools/bundle-program.mjs';
import { times } from '../../testing/fault-tally';
import { temporaryFolder } from '../../testing/temporary-folder';
import { claimProfile, isReachable } from './profile-claim';

const onPosix = describe.runIf(process.platform !== 'win32');
const rounds = times(10, 100);
const startsAtOnce = 8;

let program: string;
const running: ChildProcess[] = [];

let folderOfProgram: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-claims-'));
  folderOfProgram = folder;
  program = await bundleProgram(new URL('testing/claiming-program.ts', import.meta.url), folder);
}, 60_000);
afterAll(() => rm(folderOfProgram, { recursive: true }));

async function end(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }),
  );
}

afterEach(() => end(running.splice(0)));

/** A process that claims the profile, and what it was told: the holder’s process ID, or *mine*. */
async function claimant(profile: string, at = 0): Promise<{ child: ChildProcess; told: string }> {
  const child = spawn(process.execPath, [program, profile, String(at)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, told: said.toString().trim() };
}

onPosix('a profile', () => {
  it(`has one Foyer of ${String(startsAtOnce)} that start at once, and each other is told which, ${String(rounds)} times`, async () => {
    const profile = await temporaryFolder();
    for (let round = 0; round < rounds; round += 1) {
      const at = Date.now() + 400;
      const all = await Promise.all(
        Array.from({ length: startsAtOnce }, () => claimant(profile, at)),
      );
      const first = all.filter(({ told }) => told === 'mine');
      expect(first).toHaveLength(1);
      const holder = String(first[0]?.child.pid);
      const others = all.filter(({ told }) => told !== 'mine').map(({ told }) => told);
      expect(new Set(others)).toEqual(new Set([holder]));
      // As a crash leaves it: the next ones find a dead one's claim, and all want it.
      await end(all.map(({ child }) => child));
    }
    expect((await readdir(join(profile, 'claims'))).length).toBeLessThanOrEqual(2);
  }, 180_000);

  it('is free again when its Foyer was killed, and not before', async () => {
    const profile = await temporaryFolder();
    const { child } = await claimant(profile);
    expect(claimProfile(profile)).toBe(child.pid);
    await end([child]);
    expect(claimProfile(profile)).toBeUndefined();
    // Also of the one that asks once more.
    expect(claimProfile(profile)).toBeUndefined();
  });

  it('is not held by a process that has the number of the killed one by now', async () => {
    const profile = await temporaryFolder();
    const { child } = await claimant(profile);
    const claims = join(profile, 'claims');
    const [name = ''] = await readdir(claims);
    const claim = join(claims, name);
    const text = await readlink(claim);
    await unlink(claim);
    // The same process began at another time, or before the computer was started anew.
    await symlink(text.replace(/ (\d+)$/u, '1 $1').replace(/ \S+ /u, ' another-start 1 '), claim);
    if (process.platform === 'linux') expect(claimProfile(profile)).toBeUndefined();
    expect(child.exitCode).toBeNull();
  });

  it('that is copied while its Foyer runs can be used beside it, and one that is moved can’t', async () => {
    const folder = await temporaryFolder();
    const profile = join(folder, 'profile');
    await mkdir(profile);
    const { child } = await claimant(profile);
    await cp(profile, join(folder, 'copy'), { recursive: true, verbatimSymlinks: true });
    expect(claimProfile(join(folder, 'copy'))).toBeUndefined();
    await rename(profile, join(folder, 'moved'));
    expect(claimProfile(join(folder, 'moved'))).toBe(child.pid);
  });

  it('is free where a claim makes no sense', async () => {
    const profile = await temporaryFolder();
    const claims = join(profile, 'claims');
    await mkdir(claims);
    await symlink('nonsense', join(claims, '4'));
    await symlink('1', join(claims, 'a'));
    await mkdir(join(claims, '5'));
    // The second tidies away what is older, as far as it goes.
    for (const number of ['6', '7']) {
      const { child, told } = await claimant(profile);
      expect(told).toBe('mine');
      expect(await readdir(claims)).toContain(number);
      await end([child]);
    }
  });
});

onPosix('claims whose number no other can follow', () => {
  it('are an error, and don’t keep a start busy for ever', async () => {
    const profile = await temporaryFolder();
    await mkdir(join(profile, 'claims'));
    await symlink('nonsense', join(profile, 'claims', '9'.repeat(15)));
    expect(() => claimProfile(profile)).toThrow('make no sense');
  });
});

onPosix('a Foyer that runs', () => {
  async function listening(): Promise<{ profile: string; socket: string; server: Server }> {
    const folder = await temporaryFolder();
    const profile = join(folder, 'profile');
    const aside = join(folder, 'scoped');
    await Promise.all([mkdir(profile), mkdir(aside)]);
    const socket = join(aside, 'SingletonSocket');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    await symlink(`a-host-${String(process.pid)}`, join(profile, 'SingletonLock'));
    await symlink(socket, join(profile, 'SingletonSocket'));
    await symlink('123', join(profile, 'SingletonCookie'));
    await symlink('123', join(aside, 'SingletonCookie'));
    return { profile, socket, server };
  }

  it('can be reached, by its own number alone', async () => {
    const { profile } = await listening();
    expect(isReachable(profile, process.pid)).toBe(true);
    expect(isReachable(profile, process.pid + 1)).toBe(false);
  });

  it.each(['SingletonCookie', 'SingletonSocket'])(
    'can’t once its %s was tidied away',
    async (name) => {
      const { profile, socket } = await listening();
      await unlink(join(socket, '..', name));
      expect(isReachable(profile, process.pid)).toBe(false);
    },
  );

  it('can’t while it has a lock and no socket yet', async () => {
    const { profile } = await listening();
    await unlink(join(profile, 'SingletonSocket'));
    expect(isReachable(profile, process.pid)).toBe(false);
  });
});
