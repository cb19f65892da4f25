import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that anyone may enter, removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-storage-'));
  await chmod(folder, 0o755);
  removeAfterTest(folder);
  return folder;
}

/** Removes a folder when the test ends; of one that failed, `npm run faults` is left a copy. */
export function removeAfterTest(folder: string): void {
  const keep = process.env['FOYER_FAULT_KEEP'];
  onTestFinished(async ({ task }) => {
    if (keep !== undefined && task.result?.state === 'fail') {
      await cp(folder, join(keep, basename(folder)), { recursive: true });
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}
