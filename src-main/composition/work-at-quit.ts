/** Long work that is under way when a person quits. */
import type { UnderWay } from '../app/app';
import type { Library } from '../library/library';
import type { Transfer } from '../transfer/transfer';

/** What ends by itself so soon is waited for, and nobody is asked. */
const shortMs = 1_000;
const lookEveryMs = 50;
/** What waits for a person doesn't end by itself. */
const waiting: ReadonlySet<UnderWay> = new Set(['openedBackup', 'openedRefused']);

/** What would be cut off, each once; without `transfer` its room was not built yet. `ofWindow` is the window's own. */
export function workUnderWay(
  library: Pick<Library, 'isAtWork'>,
  transfer: Pick<Transfer, 'underWay'> | undefined,
  ofWindow: readonly UnderWay[],
): UnderWay[] {
  const ofLibrary = library.isAtWork() ? (['change'] as const) : [];
  return [...new Set([...(transfer?.underWay() ?? []), ...ofLibrary, ...ofWindow])];
}

/** Waits while there is work that ends by itself, for a moment at most. */
export async function shortWorkDone(underWay: () => readonly UnderWay[]): Promise<void> {
  const isShort = (): boolean => underWay().some((work) => !waiting.has(work));
  for (let waited = 0; waited < shortMs && isShort(); waited += lookEveryMs) {
    await new Promise((done) => setTimeout(done, lookEveryMs));
  }
}
