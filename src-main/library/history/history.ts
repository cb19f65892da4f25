/** The files in which versions of themes are kept. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '@shared/problem-error';
import type { VersionContent, VersionReason } from '@shared/theme-versions';
import { storedFormats } from '@shared/stored-formats';
import {
  contentHash,
  StorageError,
  storageProblemError,
  TaskQueue,
  writeDurably,
} from '../../storage/storage';
import { freeDraft } from './draft-files';
import {
  lineOf,
  marksOf,
  newerVersion,
  readVersion,
  removeVersion,
  writeVersion,
  type VersionHead,
} from './history-file';
import {
  hasNewer,
  look,
  pathOf,
  type EarlierDraft,
  type KeptVersion,
  type Known,
} from './known-versions';

/** How many versions without a name are kept of a theme. */
export const mostUnnamed = 200;

/** What is to be kept. */
export interface NewVersion {
  readonly content: VersionContent;
  readonly reason: VersionReason;
  /** ISO 8601. */
  readonly at: string;
  readonly name?: string | undefined;
  /** The `publicationKey` of where it was published. */
  readonly place?: string | undefined;
  /** It comes from the history of another theme: nothing of what was edited here is in it. */
  readonly isBrought?: boolean | undefined;
}

/** Edits that were saved and are no version yet. */
interface Draft {
  readonly path: string;
  /** When it was handed in. */
  readonly turn: number;
  /** Where a person has changed them. */
  readonly tags: VersionContent['tags'];
}

/**
 * The versions of all themes, in the profile: a folder a theme, a file a version. To keep one costs
 * one file, however many there are; a file that can't be read costs that version and nothing else.
 */
export class History {
  readonly #folder: string;
  readonly #changed: (id: string) => void;
  readonly #known = new Map<string, Known>();
  /** By theme, the edits that lie there as a draft of this run. */
  readonly #drafts = new Map<string, Draft>();
  readonly #queues = new Map<string, TaskQueue>();
  /** The numbers of versions that were handed in: one that the disk refused has its own once more. */
  readonly #numbers = new WeakMap<NewVersion, number>();
  /** By theme the next one: a look that does not see all of a folder does not know which were handed in. */
  readonly #nexts = new Map<string, number>();
  /** In which order versions and edits were handed in, of all themes. */
  readonly #turns = new WeakMap<NewVersion, number>();
  #turn = 0;

  /** `changed` is told of each theme whose versions changed. */
  constructor(profileFolder: string, changed: (id: string) => void) {
    this.#folder = join(profileFolder, 'history');
    this.#changed = changed;
  }

  /** All versions, newest first, how many can't be read, and whether the disk let all be. @throws ProblemError storage… */
  list(id: string): Promise<Pick<Known, 'versions' | 'unreadable' | 'isWhole'>> {
    return this.#run(id, ({ versions, unreadable, isWhole }) =>
      Promise.resolve({ versions: [...versions].reverse(), unreadable, isWhole }),
    );
  }

  /**
   * Keeps a version; durable when it resolves with its number. One without a name that is the same
   * as the newest is not kept again, unless it was published, or the newest can't be read back. The
   * oldest one without a name makes room. What was refused and is handed in again has its place before
   * what was handed in since. @throws ProblemError storage…
   */
  keep(id: string, wanted: NewVersion): Promise<number> {
    const turn = this.#turnOf(wanted);
    return this.#run(id, async (known) => {
      const number = this.#numbers.get(wanted) ?? known.next;
      this.#numbers.set(wanted, number);
      const { version, isNew } = await keepIn(known, wanted, number);
      if (isNew) this.#changed(id);
      await this.#dropDraft(id, wanted, turn);
      return version;
    });
  }

  /** Before any wait: what waits for the disk, or for others, is not newer for that. */
  #turnOf(wanted: NewVersion): number {
    const turn = this.#turns.get(wanted) ?? (this.#turn += 1);
    this.#turns.set(wanted, turn);
    return turn;
  }

  /** Lets go of noted edits that a version holds. Never rejects: the version is kept. */
  async #dropDraft(id: string, wanted: NewVersion, turn: number): Promise<void> {
    const { reason, content, isBrought = false } = wanted;
    const draft = this.#drafts.get(id);
    // Both hold what the theme is then; what was published may be older than its edits.
    const isPresent = !isBrought && (reason === 'paused' || reason === 'kept');
    if (draft === undefined || !isPresent || turn < draft.turn) return;
    // Without the tags that a person has changed it does not hold all of the draft.
    if (!hasTagsOf(content, draft.tags)) return;
    try {
      await removeVersion(draft.path);
      this.#drafts.delete(id);
    } catch {
      // The next edits are noted in its place, or it is found to be a version already.
    }
  }

  /**
   * Notes edits that were saved and are no version yet, in the place of those noted before. They become
   * one where this run is killed before it keeps them, because another computer's file may take the
   * place of the theme's before anybody looks. @throws ProblemError storage…
   */
  draft(id: string, wanted: NewVersion): Promise<void> {
    const turn = this.#turnOf(wanted);
    return this.#run(id, async (known) => {
      const path = this.#drafts.get(id)?.path ?? freeDraft(known.folder, known.earlierDrafts);
      await mkdir(known.folder, { recursive: true, mode: 0o700 });
      await writeDurably(path, textOf(wanted), { mode: 0o600 });
      this.#drafts.set(id, { path, turn, tags: wanted.content.tags });
    });
  }

  /** What a version holds. @throws ProblemError notFound, fileDamaged, storage… */
  content(id: string, version: number): Promise<VersionContent> {
    return this.#run(id, async (known) => (await readKept(known, version)).content);
  }

  /**
   * Gives a version a name, or takes it away. One without a name stays until a newer one needs its
   * room. @throws ProblemError notFound, fileDamaged, storage…
   */
  rename(id: string, version: number, name: string | null): Promise<void> {
    return this.#run(id, async (known) => {
      // Its line as it is there, which its hash is of: read, its parts can have another order.
      const { head, line } = await readKept(known, version);
      await writeDurably(pathOf(known, version), writeVersion({ ...head, name }, line));
      known.versions = known.versions.map((each) =>
        each.version === version ? { ...each, name } : each,
      );
      this.#changed(id);
    });
  }

  /** Deletes a version; one that is gone is passed over. @throws ProblemError storage… */
  remove(id: string, version: number): Promise<void> {
    return this.#run(id, async (known) => {
      await removeVersion(pathOf(known, version));
      known.versions = known.versions.filter((each) => each.version !== version);
      this.#changed(id);
    });
  }

  /**
   * Deletes all versions of a theme that is deleted for good, but those of a newer Foyer.
   * @throws ProblemError storage…
   */
  forget(id: string): Promise<void> {
    return this.#run(id, async (known) => {
      const draft = this.#drafts.get(id);
      this.#drafts.delete(id);
      if (!(await hasNewer(known.folder))) {
        await rm(known.folder, { recursive: true, force: true });
      } else {
        for (const { version } of known.versions) await removeVersion(pathOf(known, version));
        const earlier = known.earlierDrafts.map(({ path }) => path);
        const drafts = [...(draft === undefined ? [] : [draft.path]), ...earlier];
        for (const path of drafts) await removeVersion(path).catch(unlessNewer);
      }
      known.versions = [];
      known.unreadable = 0;
    });
  }

  /** Resolves when everything that was asked so far has ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()));
  }

  /** One thing after the other of each theme, each with what is known of its folder. */
  #run<Result>(id: string, task: (known: Known) => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(id) ?? new TaskQueue();
    this.#queues.set(id, queue);
    // Ids are any text in files made by hand, so they are no file names.
    const folder = join(this.#folder, contentHash(id).slice(0, 32));
    return queue.run(async () => {
      try {
        const known = this.#known.get(id) ?? (await look(folder));
        // What the disk did not let be read is looked at again.
        if (known.isWhole) this.#known.set(id, known);
        known.next = Math.max(known.next, this.#nexts.get(id) ?? 0);
        const ours = this.#drafts.get(id)?.path;
        known.earlierDrafts = known.earlierDrafts.filter(({ path }) => path !== ours);
        // Where the disk refuses it now, it is tried again.
        for (const draft of known.earlierDrafts)
          await keepEarlierDraft(known, draft).catch(() => undefined);
        return await task(known).finally(() => this.#nexts.set(id, known.next));
      } catch (error) {
        throw storageProblemError(error, folder);
      }
    });
  }
}

/** Keeps a version under its number, unless it is the same as the newest. */
async function keepIn(
  known: Known,
  wanted: NewVersion,
  number: number,
): Promise<{ readonly version: number; readonly isNew: boolean }> {
  const { content, reason, name = null } = wanted;
  const newest = known.versions[known.versions.length - 1];
  const isNews = name !== null || reason === 'published';
  const head = headOf(wanted);
  const isSame = newest !== undefined && newest.same === head.same && !isNews;
  if (isSame && (await canBeHadBack(known, newest, content))) {
    return { version: newest.version, isNew: false };
  }
  // Its place, whether or not the disk takes it now.
  known.next = Math.max(known.next, number + 1);
  await mkdir(known.folder, { recursive: true, mode: 0o700 });
  const version = await writeNew(known, textOf(wanted), number);
  const later = known.versions.findIndex((each) => each.version > version);
  const place = later === -1 ? known.versions.length : later;
  known.versions.splice(place, 0, { format: storedFormats.history, version, ...head });
  await makeRoom(known);
  return { version, isNew: true };
}

/** A file of someone else's under the number is left alone. */
async function writeNew(known: Known, text: string, number: number): Promise<number> {
  for (let version = number; ; version = known.next++) {
    const options = { expected: 'absent', ifChanged: 'refuse', mode: 0o600 } as const;
    const { outcome } = await writeDurably(pathOf(known, version), text, options);
    if (outcome === 'written') return version;
  }
}

/** Makes a version of the edits that a run which was killed had saved. @throws StorageError */
async function keepEarlierDraft(known: Known, draft: EarlierDraft): Promise<void> {
  const { path, version } = draft;
  const read = await readVersion(path);
  if (read.state === 'newer' || read.state === 'damaged') return;
  if (read.state === 'ok') {
    const { at, reason, same } = read.head;
    // A version that was kept after it may hold it already.
    let isKept = false;
    for (const each of known.versions.filter((kept) => kept.same === same)) {
      isKept ||= await canBeHadBack(known, each, read.content);
    }
    if (!isKept) await keepIn(known, { content: read.content, reason, at }, version);
    await removeVersion(path);
  }
  known.earlierDrafts = known.earlierDrafts.filter((each) => each !== draft);
}

function headOf(wanted: NewVersion): Omit<VersionHead, 'format'> {
  const { content, reason, at, name = null, place } = wanted;
  return { at, reason, name, ...(place === undefined ? {} : { place }), ...marksOf(content) };
}

function textOf(wanted: NewVersion): string {
  return writeVersion(headOf(wanted), lineOf(wanted.content));
}

async function readKept(
  known: Known,
  version: number,
): Promise<{ head: VersionHead; content: VersionContent; line: string }> {
  const path = pathOf(known, version);
  const read = await readVersion(path);
  if (read.state === 'missing') throw new ProblemError({ code: 'notFound', what: 'version' });
  if (read.state === 'newer') throw newerVersion(path);
  if (read.state === 'damaged') {
    throw new ProblemError({ code: 'fileDamaged', path, detail: read.detail });
  }
  return read;
}

/**
 * Whether a version whose first line says that it is of this content brings all of it back. Its
 * second line may be damaged, or gone, and only some have tags.
 */
async function canBeHadBack(
  known: Known,
  { version, same }: KeptVersion,
  { tags }: VersionContent,
): Promise<boolean> {
  const read = await readVersion(pathOf(known, version)).catch(() => undefined);
  if (read?.state !== 'ok' || read.head.same !== same) return false;
  return hasTagsOf(read.content, tags);
}

/** Whether a version brings these tags back; `undefined`: it need not bring any. */
function hasTagsOf(content: VersionContent, tags: VersionContent['tags']): boolean {
  return tags === undefined || isDeepStrictEqual(content.tags, tags);
}

async function makeRoom(known: Known): Promise<void> {
  const unnamed = known.versions.filter(({ name }) => name === null);
  const surplus = new Set(unnamed.slice(0, Math.max(0, unnamed.length - mostUnnamed)));
  for (const { version } of surplus) {
    // One that can't be deleted now is counted again at the next start.
    await removeVersion(pathOf(known, version)).catch(() => undefined);
  }
  known.versions = known.versions.filter((each) => !surplus.has(each));
}

function unlessNewer(error: unknown): void {
  if (!(error instanceof StorageError) || error.kind !== 'newerFormat') throw error;
}
