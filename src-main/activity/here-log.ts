/**
 * The log of what was done on this computer. Many edits of a theme are one editing session and one
 * entry, which is written down at its first edit and once more as it goes on: whatever ends the app,
 * it is told that the theme was edited. Nothing here ever fails what it tells of.
 */
import { localEntrySchema, mostNamed, type LocalAction, type LocalEntry } from '@shared/activity';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import {
  newId,
  openAppendLog,
  StorageError,
  TaskQueue,
  type AppendLog,
  type LogNumbers,
} from '../storage/storage';
import { EditingSessions } from './editing-sessions';
import { newestFirst, nothingMissed } from './log-reading';

/** A line of the log; the newest of those with one id counts. */
const recordSchema = localEntrySchema
  .omit({ sequence: true })
  // Of one that is written down once more: where it stands in the list.
  .extend({ place: z.number().optional() });
type HereRecord = z.infer<typeof recordSchema>;

export interface HereLogOptions {
  readonly folder: string;
  /** Those of the requests' log as well. */
  readonly numbers: LogNumbers;
  /** Resolves when both logs are open, so that numbers can be given. @throws StorageError */
  readonly bothOpen: () => Promise<unknown>;
  /** ISO 8601. */
  readonly now: () => string;
  /** Takes secrets out: a name may be a token that was pasted in the wrong place. */
  readonly withoutSecrets: (text: string) => string;
  readonly maxSegmentBytes?: number | undefined;
  readonly maxSegments?: number | undefined;
  readonly onChange: (entry: LocalEntry) => void;
  readonly onDropped: (before: number) => void;
  readonly warn: (event: string, fields: Record<string, unknown>) => void;
}

/** So much of what the disk refuses is kept in memory. */
const mostRefused = 1_000;

/** What was done here; `open` comes before everything else. */
export class HereLog {
  readonly #options: HereLogOptions;
  readonly #sessions = new EditingSessions();
  /** What has been written since the app started, or was read of what was there before. */
  #entries = new Map<string, LocalEntry>();
  #log: Promise<AppendLog<HereRecord>> | undefined;
  #isRead = false;
  #notRead: readonly StorageError[] = [];
  /** What the disk refused; the next write, or the end of the app, tries it again. */
  #refused: HereRecord[] = [];
  /** One after the other: what is written again is found where it was written first. */
  readonly #writes = new TaskQueue();

  constructor(options: HereLogOptions) {
    this.#options = options;
  }

  /** @throws StorageError if the folder can't be read; the next call tries again. */
  open(): Promise<AppendLog<HereRecord>> {
    const { folder, numbers, maxSegmentBytes = 512 * 1024, maxSegments = 8 } = this.#options;
    this.#log ??= openAppendLog<HereRecord>({
      ...{ folder, name: 'here', format: storedFormats['activity-here'], schema: recordSchema },
      ...{ maxSegmentBytes, maxSegments, numbers },
      onDropped: (before) => {
        for (const [id, { sequence }] of this.#entries) {
          if (sequence < before) this.#entries.delete(id);
        }
        this.#options.onDropped(before);
      },
    }).catch((error: unknown) => {
      this.#log = undefined;
      throw error;
    });
    return this.#log;
  }

  /** Everything, in no order, and why some of it is missing. @throws StorageError */
  async all(): Promise<{ entries: Iterable<LocalEntry>; notRead: readonly StorageError[] }> {
    const log = await this.open();
    if (!this.#isRead) {
      try {
        await this.#read(log);
      } catch (error) {
        // What was written since the start is known all the same.
        if (!(error instanceof StorageError)) throw error;
        this.#notRead = [error];
      }
    }
    return { entries: this.#entries.values(), notRead: this.#notRead };
  }

  /** Writes down what was done. Never throws. */
  note({ kind, touched }: LocalAction): void {
    const at = this.#options.now();
    const named = touched.slice(0, mostNamed).map(({ id, name }) => ({
      ...(id === undefined ? {} : { id }),
      name: this.#options.withoutSecrets(name),
    }));
    const [first] = named;
    if (kind === 'themesDeleted') {
      for (const { id = '' } of touched) this.#write(this.#sessions.end(id));
    }
    const action: HereRecord = { id: newId(), at, kind, touched: named, count: touched.length };
    if (kind !== 'themeEdited' || touched.length !== 1 || first?.id === undefined) {
      this.#write([action]);
      return;
    }
    this.#write(this.#sessions.edited(first.id, action));
  }

  /** Writes how far editing went, and resolves when all is written. Never rejects. */
  async settled(): Promise<void> {
    this.#write(this.#sessions.unwritten());
    await this.#writes.idle();
  }

  #write(records: readonly HereRecord[]): void {
    void this.#writes.run(async () => {
      const before = this.#refused.length;
      const waiting = [...this.#refused, ...records];
      this.#refused = [];
      for (const [at, record] of waiting.entries()) {
        try {
          await this.#append(record);
        } catch (error) {
          const { kind } = record;
          // Once of each refusal, and not with each new try.
          if (at >= before)
            this.#options.warn('activity.deedNotKept', { kind, error: String(error) });
          // In the order in which it was done.
          this.#refused = waiting.slice(at).slice(-mostRefused);
          return;
        }
      }
    });
  }

  async #append(record: HereRecord): Promise<void> {
    await this.#options.bothOpen();
    const place = this.#entries.get(record.id)?.sequence ?? record.place;
    const log = await this.open();
    const sequence = await log.append(place === undefined ? record : { ...record, place });
    const entry = asEntry(record, place ?? sequence);
    this.#entries.set(record.id, entry);
    this.#options.onChange(entry);
  }

  async #read(log: AppendLog<HereRecord>): Promise<void> {
    const missed = nothingMissed();
    const read = new Map<string, LocalEntry>();
    for await (const { sequence, record } of newestFirst(log, missed)) {
      if (!read.has(record.id)) read.set(record.id, asEntry(record, record.place ?? sequence));
    }
    // What was written meanwhile is newer than what was read of it.
    for (const [id, entry] of this.#entries) read.set(id, entry);
    this.#entries = read;
    this.#notRead = missed.notRead;
    this.#isRead = missed.notRead.length === 0;
  }
}

function asEntry({ place: _place, ...record }: HereRecord, sequence: number): LocalEntry {
  return { ...record, sequence };
}
