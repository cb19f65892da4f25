/**
 * Which process has a profile. On Linux and macOS Chromium's own lock lets a second start take it over from a
 * Foyer that runs, whenever that can't be reached at once: for a millisecond or two while it starts, and for good
 * once its socket's folder was tidied out of the temporary folder (docs/decisions/0023).
 *
 * A claim is a symbolic link of the next higher number whose text names a process. Only one process can make a
 * number, none goes back, and only who has the highest takes lower ones away, so that no two take over from a
 * dead one.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Starts of a computer in which process IDs and start times may be the same. */
const bootFile = '/proc/sys/kernel/random/boot_id';

/** Enough for any number of starts at once. */
const mostTries = 1_000;

/** The process that has the profile, or undefined: it is this one. @throws Error where no claim can be made */
export function claimProfile(profile: string): number | undefined {
  // Windows has a lock that its kernel lets go of.
  if (process.platform === 'win32') return undefined;
  const folder = join(profile, 'claims');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A profile that is copied while Foyer runs has no process yet.
  const place = String(statSync(folder).ino);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const numbers = numbersIn(folder);
    const last = numbers.at(-1) ?? 0;
    const holder = last === 0 ? undefined : runningHolder(join(folder, String(last)), place);
    if (holder !== undefined) return holder === process.pid ? undefined : holder;
    const mine = join(folder, String(last + 1));
    if (!made(mine, [String(process.pid), markOf(process.pid) ?? '', place].join(' '))) continue;
    // Whoever looked long ago may make a number that others have had, and taken away.
    if (numbersIn(folder).at(-1) !== last + 1) {
      remove(mine);
      continue;
    }
    // The last one before stays: a look at the folder that takes long still finds a higher one than its own.
    for (const number of numbers.slice(0, -1)) remove(join(folder, String(number)));
    return undefined;
  }
  throw new Error('The numbers of the claims make no sense.');
}

/** Whether another start finds the lock and the socket of process `pid`, as Chromium looks for them. */
export function isReachable(profile: string, pid: number): boolean {
  const socket = textOfLink(join(profile, 'SingletonSocket'));
  const cookie = textOfLink(join(profile, 'SingletonCookie'));
  return (
    textOfLink(join(profile, 'SingletonLock'))?.endsWith(`-${String(pid)}`) === true &&
    socket !== undefined &&
    existsSync(socket) &&
    cookie !== undefined &&
    textOfLink(join(dirname(socket), 'SingletonCookie')) === cookie
  );
}

function numbersIn(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^[1-9][0-9]{0,14}$/u.test(name))
    .map(Number)
    .sort((one, other) => one - other);
}

/** Whose claim it is, if that process still runs. */
function runningHolder(claim: string, place: string): number | undefined {
  const [, pid, mark, inode] = /^([1-9][0-9]*) (.*) ([0-9]+)$/u.exec(textOfLink(claim) ?? '') ?? [];
  if (pid === undefined || inode !== place) return undefined;
  return isRunning(Number(pid), mark ?? '', claim) ? Number(pid) : undefined;
}

function isRunning(pid: number, mark: string, claim: string): boolean {
  if (process.platform === 'linux') return markOf(pid) === mark;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // A number that another process has by now began after the claim was made.
  const { stdout } = spawnSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
    env: { LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
  });
  const began = Date.parse(`${stdout.trim()} UTC`);
  return !(began > lstatSync(claim).mtimeMs + 2_000);
}

/** What tells a process from an earlier one of the same number; none where it has ended, or its end is not yet seen. */
function markOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return '';
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    // The program's name, in parentheses, may have anything in it; the 22nd value is the time it began at.
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = values[0] ?? 'X';
    if ('ZX'.includes(state)) return undefined;
    // Short, so that the link needs no block of its own on a full disk.
    return `${readFileSync(bootFile, 'latin1').slice(0, 13)} ${values[19] ?? ''}`;
  } catch (error) {
    // Another user's process, where the system hides those.
    const isHidden = ['EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (isHidden || isNotThere(error)) return undefined;
    throw error;
  }
}

/** Whether the link could be made, and was not there. */
function made(path: string, text: string): boolean {
  try {
    symlinkSync(text, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // A folder of that name is nobody's claim, and in nobody's way.
    const isFolder = ['EISDIR', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isFolder && !isNotThere(error)) throw error;
  }
}

function textOfLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    // Something else than a link, or nothing.
    if (isNotThere(error) || (error as NodeJS.ErrnoException).code === 'EINVAL') return undefined;
    throw error;
  }
}

function isNotThere(error: unknown): boolean {
  // A process that ends while it is looked at says ESRCH.
  return ['ENOENT', 'ENOTDIR', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
}
