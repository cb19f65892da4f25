/**
 * Updates: looks whether there is a newer Foyer, tells, downloads and installs it, each at a person's
 * word. Nothing is asked of anybody before the person said that Foyer may look.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { UpdatesState, UpdateStep } from '@shared/bridge/updates';
import { ProblemError } from '@shared/problem-error';
import {
  readFeed,
  UpdateError,
  type PublishedVersion,
  type SendToFeed,
  type UpdateFeed,
} from './signed-answer';
import type { Updater } from './updater-types';
import { isNewer } from './version-order';

export { createQuietTime, type QuietTime } from './quiet-time';
export type { UpdateFeed } from './signed-answer';
export type { DownloadRequest, DownloadResponse, Updater, UpdaterHost } from './updater-types';

/** What is kept of it from one start to the next. */
export interface KeptUpdates {
  /** Whether Foyer looks by itself; `null`: nobody decided; `undefined`: what was decided was not read yet. */
  readonly looksDaily: boolean | null | undefined;
  /** ISO dates. */
  readonly lookedAt: string | null;
  readonly putOffUntil: string | null;
  /** 0 to 99, drawn once and told to nobody: who is among the first to hear of a version. */
  readonly lot: number | null;
}

export interface UpdatesClock {
  date(): Date;
  /** Calls `work` once after so many milliseconds; returns its end. */
  after(milliseconds: number, work: () => void): () => void;
}

const systemClock: UpdatesClock = {
  date: () => new Date(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface UpdatesOptions {
  /** Where this build looks; absent: nowhere, and there are no updates. */
  readonly feed: UpdateFeed | undefined;
  /**
   * How an update comes: Foyer installs the file of this key in the answer (`linux-x64`), or the
   * system does, from packages of its own.
   */
  readonly way: { readonly how: 'install'; readonly file: string } | { readonly how: 'system' };
  /** The version that runs. */
  readonly present: string;
  readonly kept: { get(): KeptUpdates; set(changes: Partial<KeptUpdates>): void };
  readonly send: SendToFeed;
  /** Loads what downloads; called when the first download is asked for, and never otherwise. */
  readonly loadUpdater: (feed: UpdateFeed) => Promise<Updater>;
  /** How long nothing has been sent to a service, in milliseconds; 0 while something is. */
  readonly quietMs: () => number;
  /** Ends the program in good order, and calls `install` last. */
  readonly endWith: (install: () => void) => void;
  readonly clock?: UpdatesClock;
  /** From 0 to below 1. */
  readonly random?: () => number;
  readonly warn: (event: string, fields: Record<string, unknown>) => void;
  /** The longest that a look takes; for tests. */
  readonly lookLimitMs?: number;
}

export interface Updates {
  readonly handlers: Handlers<FoyerCalls>['updates'];
  onChange(listener: (state: UpdatesState) => void): void;
  /** What is kept could not be read before, and can be. */
  keptRead(): void;
  /** Begins to look by itself, where the person said so. */
  begin(): void;
  /** Stops what is under way. */
  close(): void;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const weekMs = 7 * dayMs;
const lookLimitMs = 20_000;

function looksOf(looksDaily: KeptUpdates['looksDaily']): UpdatesState['looks'] {
  if (looksDaily === undefined) return 'notRead';
  if (looksDaily === null) return 'undecided';
  return looksDaily ? 'daily' : 'off';
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { feed, way, present, kept, clock = systemClock, random = Math.random } = options;
  let listener: (state: UpdatesState) => void = () => undefined;
  let revision = 0;
  let step: UpdateStep = { name: 'idle' };
  let found: PublishedVersion | undefined;
  let updater: Updater | undefined;
  let underWay: AbortController | undefined;
  let endTimer: () => void = () => undefined;

  const isPutOff = (): boolean => {
    const left = Date.parse(kept.get().putOffUntil ?? '') - clock.date().getTime();
    // A clock that was wrong must not put it off for years.
    return left > 0 && left <= weekMs;
  };
  const state = (): UpdatesState => {
    // First: what is kept may be read just then, and that is told.
    const asked = revision;
    const { looksDaily, lookedAt } = kept.get();
    return {
      revision: asked,
      present,
      host: feed ? new URL(feed.address).host : '',
      looks: feed ? looksOf(looksDaily) : 'never',
      lookedAt,
      isPutOff: isPutOff(),
      step,
    };
  };
  function tell(): void {
    revision += 1;
    listener(state());
  }
  function go(next: UpdateStep): void {
    step = next;
    tell();
  }
  const shown = ({ version, notes }: PublishedVersion) => ({ version, notes });

  function failed(error: unknown, update: { version: string; notes: string } | null): UpdateStep {
    const known = error instanceof UpdateError ? error : undefined;
    const detail = error instanceof Error ? error.message : String(error);
    options.warn('updates.failed', { detail, isDownload: update !== null });
    return { name: 'failed', reason: known?.reason ?? 'notKept', update };
  }

  async function look(at: UpdateFeed, isAsked: boolean): Promise<void> {
    // What was downloaded stays the newest until it is installed.
    if (underWay || step.name === 'ready') return;
    // First: a look that is not written down would be done again each minute.
    kept.set({ lookedAt: clock.date().toISOString() });
    const stop = new AbortController();
    underWay = stop;
    const endLimit = clock.after(options.lookLimitMs ?? lookLimitMs, () => stop.abort());
    go({ name: 'looking' });
    let next: UpdateStep;
    try {
      next = judged(await readFeed(at, options.send, stop.signal), isAsked);
    } catch (error) {
      next = failed(error, null);
      // What an earlier look found is there still; that Foyer's own came to nothing changes nothing of it.
      if (found && !isAsked) next = foundStep(found);
    }
    endLimit();
    underWay = undefined;
    go(next);
  }

  function judged(published: PublishedVersion, isAsked: boolean): UpdateStep {
    const isKnown = published.version === found?.version;
    // What is not published any more was taken back.
    found = undefined;
    if (!isNewer(published.version, present)) {
      return { name: 'none', published: published.version };
    }
    // Whoever asks gets it, and keeps it; the others hear of it when their turn has come.
    if (!isAsked && !isKnown && ownLot() >= published.percent) return { name: 'idle' };
    found = published;
    return foundStep(published);
  }

  function ownLot(): number {
    const { lot } = kept.get();
    if (lot !== null) return lot;
    const drawn = Math.floor(random() * 100);
    kept.set({ lot: drawn });
    return drawn;
  }

  const foundStep = (published: PublishedVersion): UpdateStep => ({
    name: 'found',
    ...shown(published),
    how: way.how,
  });

  async function download(at: UpdateFeed): Promise<void> {
    const wished = found;
    if (underWay || !wished || way.how !== 'install' || step.name === 'ready') return;
    const stop = new AbortController();
    underWay = stop;
    go({ name: 'downloading', ...shown(wished), percent: 0 });
    let next: UpdateStep;
    try {
      const file = wished.files[way.file];
      if (!file) throw new UpdateError('unreadable', `no file for ${way.file}`);
      const loaded = (updater ??= await options.loadUpdater(at));
      const end = await loaded.download(
        { version: wished.version, file, feed: at },
        (percent) => go({ name: 'downloading', ...shown(wished), percent }),
        stop.signal,
      );
      next = end === 'ready' ? { name: 'ready', ...shown(wished) } : foundStep(wished);
    } catch (error) {
      next = failed(error, shown(wished));
    }
    underWay = undefined;
    go(next);
  }

  /** Looks when it is time to, in a minute in which Foyer has nothing else to send. */
  function lookAfterAMinute(at: UpdateFeed): void {
    const wasPutOff = isPutOff();
    endTimer = clock.after(minuteMs, () => {
      lookAfterAMinute(at);
      // *Later* ends by itself, and not always is there a look after it that would tell.
      if (wasPutOff && !isPutOff()) tell();
      if (!isTime() || options.quietMs() < minuteMs) return;
      look(at, false).catch((error: unknown) =>
        options.warn('updates.look', { error: String(error) }),
      );
    });
  }

  function isTime(): boolean {
    const { looksDaily, lookedAt } = kept.get();
    if (looksDaily !== true || isPutOff()) return false;
    const ago = clock.date().getTime() - Date.parse(lookedAt ?? '');
    // Never looked, or looked in a future that a wrong clock had.
    return Number.isNaN(ago) || ago < 0 || ago >= dayMs;
  }

  return {
    handlers: {
      state,
      setDaily({ isOn }) {
        kept.set({ looksDaily: isOn });
        tell();
      },
      async look() {
        if (!feed) return;
        kept.set({ putOffUntil: null });
        await look(feed, true);
      },
      async download() {
        if (feed) await download(feed);
      },
      stopDownload() {
        if (step.name === 'downloading') underWay?.abort();
      },
      putOff() {
        kept.set({ putOffUntil: new Date(clock.date().getTime() + weekMs).toISOString() });
        tell();
      },
      async restart() {
        if (step.name !== 'ready') return;
        if (options.quietMs() === 0) throw new ProblemError({ code: 'updateWaitsForSending' });
        options.endWith(() => updater?.install());
      },
    },
    onChange(heard) {
      listener = heard;
    },
    keptRead: tell,
    begin() {
      if (feed) lookAfterAMinute(feed);
    },
    close() {
      endTimer();
      underWay?.abort();
    },
  };
}
