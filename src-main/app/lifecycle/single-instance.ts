/** One Foyer on one profile: every other start is handed over to it. */
import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import { claimProfile, isReachable } from './profile-claim';

/** The one that runs needs a moment to listen; then it may have to be asked to. */
const patienceMs = 1_000;
/** As long as Chromium waits for an answer. */
const longestMs = 20_000;
/** Asks the Foyer that has the profile to let itself be found once more. */
const listenAgain = 'SIGUSR2';

let isLeaving = false;

/**
 * From now on no start is handed over to this Foyer, which ends: each waits for that, and does for itself what it
 * was asked for. Windows has no claim that it could wait for: there one that comes so late is still handed over.
 */
export function refuseOtherStarts(): void {
  if (isLeaving || process.platform === 'win32') return;
  isLeaving = true;
  app.releaseSingleInstanceLock();
}

/**
 * Resolves with what this start is: the one Foyer, one whose `message` the other has taken over, one that can't
 * reach the other, which still has the profile, or one that `signal` ended before any of that.
 */
export async function becomeSingleInstance(
  profile: string,
  message: string,
  signal: AbortSignal,
): Promise<'first' | 'handedOver' | 'unreachable' | 'brokenOff'> {
  // Typed as an object, it takes any value.
  const isLocked = (): boolean =>
    app.requestSingleInstanceLock(message as unknown as Record<string, unknown>);
  if (process.platform !== 'win32') {
    process.on(listenAgain, () => {
      if (isLeaving || isReachable(profile, process.pid)) return;
      app.releaseSingleInstanceLock();
      app.requestSingleInstanceLock();
    });
  }
  const since = performance.now();
  let lastAsked = since;
  for (;;) {
    if (signal.aborted) return 'brokenOff';
    const holder = holderOf(profile);
    if (holder === undefined) return isLocked() ? 'first' : 'handedOver';
    if (isReachable(profile, holder)) {
      if (!isLocked()) return 'handedOver';
      // It ends, or doesn't listen yet. Others would be handed over to nobody meanwhile.
      app.releaseSingleInstanceLock();
    }
    const now = performance.now();
    if (now - since > longestMs) return 'unreachable';
    // More than once: a lock that is found between its socket's file and its first listening is taken over, too.
    if (now - lastAsked > patienceMs) {
      lastAsked = now;
      ask(holder);
    }
    await delay(10);
  }
}

/** Where no claim can be made or read, as on a full disk, Chromium's lock decides alone. */
function holderOf(profile: string): number | undefined {
  try {
    return claimProfile(profile);
  } catch {
    return undefined;
  }
}

function ask(holder: number): void {
  try {
    process.kill(holder, listenAgain);
  } catch (error) {
    // It has ended since, or is another user's: the next look tells.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
