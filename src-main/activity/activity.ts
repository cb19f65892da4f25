/**
 * What happened: every request that was sent, and what was done on this computer. Requests are written
 * down before they leave, and again when they have ended; what is handed in of them is redacted
 * already. Each of the two has a log with a bound, so that the one never pushes out the other, and
 * both count on from each other, so that they are one list. The oldest entries go as new ones come.
 */
import { basename } from 'node:path';
import {
  leavesOut,
  type ActivityDetails,
  type ActivitySource,
  type ListedEntry,
  type LocalAction,
} from '@shared/activity';
import type { LogNumbers } from '../storage/storage';
import type { ActivityBegin, ActivityEnd } from './activity-record';
import { withAllTexts, withNames, withTexts } from './entry-texts';
import { maskPersonalData, withMaskedNames } from './export-redaction';
import { HereLog } from './here-log';
import { RequestLog } from './request-log';

export type { ActivityBegin, ActivityEnd } from './activity-record';

export interface ActivityOptions {
  /** Of the profile; the log's files lie in it. Made when the first entry is written. */
  readonly folder: string;
  /** ISO 8601. */
  readonly now?: () => string;
  /** Of one file of the log; 1 MiB by default. */
  readonly maxSegmentBytes?: number;
  /** How many files are kept; 8 by default. */
  readonly maxSegments?: number;
  /** Takes secrets out of every text that is shown or given away: a token may have been pasted anywhere. */
  readonly withoutSecrets?: (text: string) => string;
  /** Done before anything is given away: makes known what `withoutSecrets` may not know of yet. Never rejects. */
  readonly learnSecrets?: () => Promise<void>;
  /** For logs: something went wrong that a person need not act on. */
  readonly warn?: (event: string, fields: Record<string, unknown>) => void;
}

export interface Dropped {
  readonly source: ActivitySource;
  readonly before: number;
}

export interface Activity {
  /**
   * Reads what is there, and marks what was under way when the app ended as *not sure it arrived*; what
   * stood in line behind others, as not sent.
   * Every other call does so first, if it was not done; call it early to have it done in time.
   *
   * @throws StorageError if the folder can't be read; the next call tries again.
   */
  ready(): Promise<void>;
  /**
   * Writes down that a request is about to leave; resolves with the entry's id when the disk has it.
   *
   * @throws StorageError if it can't be written; there is no entry then.
   */
  begin(entry: ActivityBegin): Promise<string>;
  /**
   * Writes down of one that stood in line that it is about to leave; resolves when the disk has it.
   *
   * @throws StorageError if it can't be written
   */
  itsTurn(id: string): Promise<void>;
  /** It leaves now, or a proxy holds it back, in line, until it leaves again: shown, not written down. */
  left(id: string, isHeld?: boolean): void;
  /**
   * Writes down how it ended. The entry shows it at once, whatever the disk does.
   *
   * @throws StorageError if it can't be written: after a restart the outcome is not known.
   */
  end(id: string, end: ActivityEnd): Promise<void>;
  /** Writes down what was done on this computer. Never throws: where it can't be kept, that is logged. */
  note(action: LocalAction): void;
  /** At the end of the app: resolves when all that was noted is written. Never rejects. */
  settled(): Promise<void>;
  /**
   * Newest first; `before` is the sequence number to go on from. `unread` are the files of the log
   * that can't be read just now: what is in them is missing, and the next call tries again.
   *
   * @throws StorageError if the folder can't be read
   */
  list(page: {
    readonly before?: number | undefined;
    readonly limit: number;
  }): Promise<{ entries: ListedEntry[]; hasMore: boolean; unread?: string[] }>;
  /**
   * @throws ProblemError `notFound`; StorageError while a file of the log can't be read in which the
   *   entry, or its end, may be
   */
  details(id: string): Promise<ActivityDetails>;
  /** The same, to be given away: what has to be left out is made known first, as for an export. */
  detailsToGiveAway(id: string): Promise<ActivityDetails>;
  /**
   * Everything there is, oldest first, as JSON Lines to give away: redacted as it was written down,
   * and phone numbers masked on top.
   *
   * @throws StorageError while a file of the log can't be read: a part is not given for the whole.
   */
  exported(): Promise<string>;
  /** Tells of each new entry and each that ended; returns its end. */
  onChange(listener: (entry: ListedEntry) => void): () => void;
  /**
   * Tells that all entries of a source before this sequence number went with its oldest file; returns
   * its end.
   */
  onDropped(listener: (dropped: Dropped) => void): () => void;
}

/** Opens the logs. Nothing is read or written yet. */
export function createActivity(options: ActivityOptions): Activity {
  const listeners = new Set<(entry: ListedEntry) => void>();
  const dropListeners = new Set<(dropped: Dropped) => void>();
  const numbers: LogNumbers = { next: 1 };
  const given = {
    ...{ folder: options.folder, numbers },
    // Before both are open, nobody knows which number is the next.
    bothOpen: (): Promise<unknown> => Promise.all([requests.open(), here.open()]),
    now: options.now ?? (() => new Date().toISOString()),
    warn: options.warn ?? (() => undefined),
    onChange(entry: ListedEntry): void {
      const shown = safe(entry);
      for (const listener of listeners) listener(shown);
    },
  };
  const dropped = (source: ActivitySource) => (before: number) => {
    for (const listener of dropListeners) listener({ source, before });
  };
  const { maxSegmentBytes, maxSegments, withoutSecrets = (text) => text } = options;
  const requests = new RequestLog({
    ...given,
    ...{ maxSegmentBytes, maxSegments, onDropped: dropped('sent') },
  });
  const here = new HereLog({
    ...given,
    ...{ withoutSecrets, onDropped: dropped('here') },
  });

  // A token may have become known for one only after it was written down, in whatever was filled in or sent.
  const safe = (entry: ListedEntry): ListedEntry =>
    'touched' in entry ? withNames(entry, withoutSecrets) : withTexts(entry, withoutSecrets);
  function safeDetails(details: ActivityDetails): ActivityDetails {
    const shown = withAllTexts(details, withoutSecrets);
    return leavesOut(shown.request, details.request)
      ? { ...shown, request: { ...shown.request, isRedacted: true } }
      : shown;
  }

  /** Takes one who hears; gives the end of that. */
  function added<Listener>(all: Set<Listener>, listener: Listener): () => void {
    all.add(listener);
    return () => {
      all.delete(listener);
    };
  }

  return {
    ready: () => requests.ready(),
    begin: (entry) => requests.begin(entry),
    itsTurn: (id) => requests.itsTurn(id),
    left: (id, isHeld) => requests.left(id, isHeld),
    end: (id, end) => requests.end(id, end),
    note: (action) => here.note(action),
    settled: () => here.settled(),
    async list({ before = Infinity, limit }) {
      const [sent, done] = await Promise.all([requests.all(), here.all()]);
      const older = [...sent.entries, ...done.entries]
        .filter(({ sequence }) => sequence < before)
        .sort((one, other) => other.sequence - one.sequence);
      const paths = [...sent.notRead, ...done.notRead].map(({ path }) => basename(path));
      const unread = [...new Set(paths)].sort();
      const page = { entries: older.slice(0, limit).map(safe), hasMore: older.length > limit };
      return unread.length === 0 ? page : { ...page, unread };
    },
    details: async (id) => safeDetails(await requests.details(id)),
    async detailsToGiveAway(id) {
      await options.learnSecrets?.();
      return safeDetails(await requests.details(id));
    },
    async exported() {
      await options.learnSecrets?.();
      const [sent, done] = await Promise.all([requests.whole(), here.all()]);
      if (done.notRead[0]) throw done.notRead[0];
      return [
        ...sent.map(safeDetails).map(maskPersonalData),
        ...[...done.entries].map((entry) => withMaskedNames(withNames(entry, withoutSecrets))),
      ]
        .sort((one, other) => one.sequence - other.sequence)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join('');
    },
    onChange: (listener) => added(listeners, listener),
    onDropped: (listener) => added(dropListeners, listener),
  };
}
