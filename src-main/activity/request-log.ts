/** The log of requests: each is written down before it leaves, and again when it has ended. */
import type { ActivityDetails, ActivityEntry } from '@shared/activity';
import { ProblemError } from '@shared/problem-error';
import { storedFormats } from '@shared/stored-formats';
import {
  newId,
  openAppendLog,
  type LogEntry,
  type LogNumbers,
  type StorageError,
} from '../storage/storage';
import {
  activityRecordSchema,
  outOfLine,
  type ActivityBegin,
  type ActivityEnd,
  type ActivityRecord,
  type BegunRecord,
  type EndedRecord,
} from './activity-record';
import { endsOfTheApp, interrupted, neverLeft, writeEnd } from './ends-of-the-app';
import { newestFirst, nothingMissed, type ActivityLog } from './log-reading';

export interface RequestLogOptions {
  readonly folder: string;
  /** Those of the other log as well. */
  readonly numbers: LogNumbers;
  /** Resolves when both logs are open, so that numbers can be given. @throws StorageError */
  readonly bothOpen: () => Promise<unknown>;
  /** ISO 8601. */
  readonly now: () => string;
  readonly maxSegmentBytes?: number | undefined;
  readonly maxSegments?: number | undefined;
  readonly onChange: (entry: ActivityEntry) => void;
  readonly onDropped: (before: number) => void;
  readonly warn: (event: string, fields: Record<string, unknown>) => void;
}

interface Loaded {
  readonly log: ActivityLog;
  /** By id, oldest first. */
  readonly entries: Map<string, ActivityEntry>;
  /** Why entries are missing that may be there: what can't be read just now is read again. */
  readonly notRead: readonly StorageError[];
}

/** About as many as the log's files hold. */
const mostEntries = 10_000;

/** The log of requests; every call opens and reads it first. */
export class RequestLog {
  readonly #options: RequestLogOptions;
  /** What has not ended, as it was written down: carried over when the file it is in goes. */
  readonly #underWay = new Map<string, BegunRecord>();
  #log: Promise<ActivityLog> | undefined;
  #loading: Promise<Loaded> | undefined;
  /** What `#loading` resolves with. */
  #loaded: Loaded | undefined;
  /** Ends that the disk refused; they are shown, and their details come from here. */
  readonly #unwritten = new Map<string, ActivityEnd>();

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** Reads what is there, and says how ended what was under way when the app ended. */
  async ready(): Promise<void> {
    await this.#load();
  }

  async begin(entry: ActivityBegin): Promise<string> {
    const { log, entries } = await this.#load();
    const { request, themeId, isInLine, ...shown } = entry;
    const id = entry.id ?? newId();
    if (entries.has(id)) throw new Error('there is an entry of this id');
    const at = this.#options.now();
    const record: BegunRecord = {
      type: 'begun',
      ...shown,
      id,
      at,
      request,
      ...(themeId === undefined ? {} : { themeId }),
      ...(isInLine === true && { isInLine }),
    };
    const sequence = await log.append(record);
    this.#underWay.set(id, record);
    const begun: ActivityEntry = {
      ...{ ...shown, id, sequence, at },
      ...{ isInLine: true, outcome: null, tookMs: null },
    };
    this.#show(entries, begun);
    return id;
  }

  async itsTurn(id: string): Promise<void> {
    const record = this.#underWay.get(id);
    if (record?.isInLine !== true) return;
    const leaving = outOfLine(record);
    // First: where its file goes as it is added to, it is carried over as one that leaves.
    this.#underWay.set(id, leaving);
    await (await this.#load()).log.append(leaving);
  }

  left(id: string, isHeld = false): void {
    const entries = this.#loaded?.entries;
    const entry = entries?.get(id);
    if (!entries || entry?.outcome !== null || (entry.isInLine === true) === isHeld) return;
    this.#show(entries, isHeld ? { ...entry, isInLine: true } : outOfLine(entry));
  }

  async end(id: string, end: ActivityEnd): Promise<void> {
    const { log, entries } = await this.#load();
    const entry = entries.get(id);
    if (!entry) throw new ProblemError({ code: 'notFound', what: 'activity' });
    const { outcome, tookMs, answer } = end;
    this.#unwritten.set(id, end);
    this.#show(entries, { ...outOfLine(entry), outcome, tookMs });
    await log.append({ type: 'ended', id, outcome, tookMs, answer });
    this.#unwritten.delete(id);
    this.#underWay.delete(id);
  }

  /** Everything, in no order, and why some of it is missing. @throws StorageError */
  async all(): Promise<{ entries: Iterable<ActivityEntry>; notRead: readonly StorageError[] }> {
    const { entries, notRead } = await this.#loadNow();
    return { entries: entries.values(), notRead };
  }

  async details(id: string): Promise<ActivityDetails> {
    const { log, entries, notRead } = await this.#loadNow();
    const missed = nothingMissed();
    const entry = entries.get(id);
    let ended: Pick<EndedRecord, 'answer'> | undefined = this.#unwritten.get(id);
    let begun: BegunRecord | undefined;
    if (entry) {
      for await (const { record } of newestFirst(log, missed)) {
        if (record.id !== id) continue;
        if (record.type === 'ended') ended ??= record;
        else begun ??= record;
        // One that was carried over may be written down after its end.
        if (begun && (ended || entry.outcome === null)) break;
      }
    }
    const notReadNow = entry === undefined ? notRead[0] : missed.notRead[0];
    const isWhole = begun !== undefined && (ended !== undefined || entry?.outcome === null);
    if (!isWhole && notReadNow !== undefined) throw notReadNow;
    if (!entry || !begun) throw new ProblemError({ code: 'notFound', what: 'activity' });
    return { ...entry, request: begun.request, answer: ended?.answer ?? null };
  }

  /** The whole of each. @throws StorageError while a file of the log can't be read */
  async whole(): Promise<ActivityDetails[]> {
    const { log, entries, notRead } = await this.#loadNow();
    if (notRead[0]) throw notRead[0];
    const missed = nothingMissed();
    const requests = new Map<string, ActivityDetails['request']>();
    const answers = new Map<string, ActivityDetails['answer']>();
    for await (const { record } of newestFirst(log, missed)) {
      if (record.type === 'begun') requests.set(record.id, record.request);
      else if (!answers.has(record.id)) answers.set(record.id, record.answer);
    }
    if (missed.notRead[0]) throw missed.notRead[0];
    return [...entries.values()].flatMap((entry) => {
      const request = requests.get(entry.id);
      if (!request) return [];
      const answer = this.#unwritten.get(entry.id)?.answer ?? answers.get(entry.id) ?? null;
      return [{ ...entry, request, answer }];
    });
  }

  /** The oldest file went: what it told of is no longer listed, or is written down once more. */
  #drop(before: number): void {
    if (this.#loaded === undefined) return;
    const { log, entries } = this.#loaded;
    for (const entry of [...entries.values()]) {
      if (entry.sequence >= before) continue;
      entries.delete(entry.id);
      const begun = this.#underWay.get(entry.id);
      if (begun) void this.#carryOver(log, entries, entry, begun);
      else this.#unwritten.delete(entry.id);
    }
    this.#options.onDropped(before);
  }

  /** Never rejects. */
  async #carryOver(
    log: ActivityLog,
    entries: Map<string, ActivityEntry>,
    entry: ActivityEntry,
    begun: BegunRecord,
  ): Promise<void> {
    // Listed meanwhile, so that its end finds it.
    entries.set(entry.id, entry);
    try {
      const sequence = await log.append(begun);
      const now = entries.get(entry.id) ?? entry;
      entries.delete(entry.id);
      this.#show(entries, { ...now, sequence });
    } catch (error) {
      // A disk that takes nothing: after a restart it is not known that it was under way.
      this.#options.warn('activity.notCarriedOver', { id: entry.id, error: String(error) });
    }
  }

  #show(entries: Map<string, ActivityEntry>, entry: ActivityEntry): void {
    entries.set(entry.id, entry);
    if (entries.size > mostEntries) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
    this.#options.onChange(entry);
  }

  #load(): Promise<Loaded> {
    if (!this.#loading) {
      const loading = this.#read();
      this.#loading = loading;
      loading.catch(() => {
        // The caller hears of it; the next one tries again.
        this.#loading = undefined;
      });
    }
    return this.#loading;
  }

  /** The same, once more where something could not be read the last time. */
  async #loadNow(): Promise<Loaded> {
    const first = this.#load();
    if ((await first).notRead.length === 0) return first;
    // Somebody else may be at it already.
    if (this.#loading === first) this.#loading = undefined;
    return this.#load();
  }

  /** One log for good: two would give the same numbers. @throws StorageError */
  open(): Promise<ActivityLog> {
    if (this.#log) return this.#log;
    const { folder, numbers, maxSegmentBytes, maxSegments = 8 } = this.#options;
    const opening = openAppendLog<ActivityRecord>({
      folder,
      name: 'activity',
      format: storedFormats.activity,
      schema: activityRecordSchema,
      maxSegmentBytes,
      maxSegments,
      numbers,
      onDropped: (before) => this.#drop(before),
    });
    this.#log = opening;
    opening.catch(() => {
      this.#log = undefined;
    });
    return opening;
  }

  async #read(): Promise<Loaded> {
    await this.#options.bothOpen();
    const log = await this.open();
    const ends = new Map<string, EndedRecord>();
    const begins = new Map<string, LogEntry<BegunRecord>>();
    const missed = nothingMissed();
    for await (const { sequence, record } of newestFirst(log, missed)) {
      if (record.type === 'ended') {
        if (!ends.has(record.id)) ends.set(record.id, record);
        continue;
      }
      if (!begins.has(record.id)) begins.set(record.id, { sequence, record });
    }
    // What was read before, and what was shown since, stays where it is newer.
    const before = new Map(this.#loaded?.entries);
    const entries = this.#loaded?.entries ?? new Map<string, ActivityEntry>();
    entries.clear();
    for (const { sequence, record } of [...begins.values()].reverse()) {
      const { id, at, kind, subject, connectionId, connectionLabel } = record;
      const end = ends.get(id);
      const shown = { id, sequence, at, kind, subject, connectionId, connectionLabel };
      const known = end === undefined ? before.get(id) : undefined;
      const outcome = end?.outcome ?? null;
      entries.set(id, known ?? { ...shown, outcome, tookMs: end?.tookMs ?? null });
      before.delete(id);
    }
    for (const entry of before.values()) entries.set(entry.id, entry);
    const loaded = { log, entries, notRead: missed.notRead };
    this.#loaded = loaded;
    const isWhole = missed.unreadable === 0 && missed.notRead.length === 0;
    for (const entry of [...entries.values()]) {
      const isOpen = entry.outcome === null || endsOfTheApp.has(entry.outcome);
      if (!isOpen || this.#underWay.has(entry.id)) continue;
      const stoodInLine = begins.get(entry.id)?.record.isInLine === true;
      // What can't be read just now may say that it left, or how it ended.
      const outcome = isWhole && stoodInLine ? neverLeft : interrupted;
      entries.set(entry.id, { ...entry, outcome });
      if (isWhole) await writeEnd(log, entry.id, outcome);
    }
    return loaded;
  }
}
