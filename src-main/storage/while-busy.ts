import { setTimeout as pause } from 'node:timers/promises';
import type { Disk } from './disk';
import { errorCode } from './storage-error';

const busy = new Set(['EPERM', 'EBUSY', 'EACCES']);
const patience: readonly number[] = [10, 20, 40, 80, 160, 320, 640];

/**
 * Tries again for a moment where Windows refuses: a virus scanner or a sync program may hold a file
 * so long. @throws what the last try threw
 */
export async function whileBusy<Result>(
  { platform }: Pick<Disk, 'platform'>,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const wait = patience[attempt];
      const mayPass = platform === 'win32' && busy.has(errorCode(error) ?? '');
      if (!mayPass || wait === undefined) throw error;
      await pause(wait);
    }
  }
}
