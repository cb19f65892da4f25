/** Reads a log of activity from its newest record on. */
import type { AppendLog, LogEntry, StorageError } from '../storage/storage';
import type { ActivityRecord } from './activity-record';

export type ActivityLog = AppendLog<ActivityRecord>;

/** What a reader of the log passed over. */
export interface Missed {
  unreadable: number;
  readonly notRead: StorageError[];
}

const pageSize = 1_000;

export function nothingMissed(): Missed {
  return { unreadable: 0, notRead: [] };
}

/** Every record. @param missed is told what was passed over */
export async function* newestFirst<Written>(
  log: AppendLog<Written>,
  missed: Missed,
): AsyncGenerator<LogEntry<Written>> {
  let before: string | undefined;
  do {
    const page = await log.page({ limit: pageSize, ...(before === undefined ? {} : { before }) });
    missed.unreadable += page.unreadable;
    missed.notRead.push(...page.notRead);
    yield* page.entries;
    before = page.next;
  } while (before !== undefined);
}
