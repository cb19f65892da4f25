// One at a time, also among several processes: a file that its owner keeps fresh.
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atExit } from './running.mjs';

const refreshEvery = 2000;
const staleAfter = 30_000;

/**
 * Runs `work` while no other process runs anything under the same lock file. The lock of a process
 * that died is taken over: at once when that can be seen here, else when it has not been refreshed
 * for half a minute (a process in another container on the same folder).
 *
 * @template T
 * @param {string} file where the lock lies
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once if another process is at it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = JSON.stringify({ process: process.pid, host: hostname(), token: randomUUID() });
  let waiting = false;
  while (!take(file, mine)) {
    if (dropStale(file)) continue;
    if (!waiting) onWait();
    waiting = true;
    await pause(150);
  }
  const release = () => {
    if (read(file) === mine) rmSync(file, { force: true });
  };
  const forget = atExit(release);
  const refresh = setInterval(() => {
    const now = new Date();
    if (read(file) === mine) utimesSync(file, now, now);
  }, refreshEvery);
  refresh.unref();
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    forget();
    release();
  }
}

function take(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function dropStale(file) {
  const content = read(file);
  if (content === undefined) return true;
  if (!isStale(file, content)) return false;
  // Of several that saw the same stale lock, one renames it; if what it got is another's fresh lock
  // after all, that one is put back.
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
  const got = read(aside);
  rmSync(aside, { force: true });
  if (got !== content && got !== undefined) take(file, got);
  return true;
}

function isStale(file, content) {
  let age;
  try {
    age = Date.now() - statSync(file).mtimeMs;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
  if (age > staleAfter) return true;
  let owner;
  try {
    owner = JSON.parse(content);
  } catch {
    // Seen between its creation and its content: its owner is at it.
    return false;
  }
  if (owner.host !== hostname()) return false;
  try {
    process.kill(owner.process, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
