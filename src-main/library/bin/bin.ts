/** The files in which deleted themes are kept. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import type { UnreadableFile } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import {
  publicationSchema,
  themeDocumentSchema,
  type Publication,
  type ThemeDocument,
} from '@shared/theme/theme';
import {
  damageProblem,
  interpretDocument,
  mapLimited,
  readWhole,
  removeDocument,
  replaceDocument,
  StorageError,
  storageProblemError,
  tellDocumentTrouble,
  toStorageError,
  type DocumentKind,
} from '../../storage/storage';
import { BinClock, type ClockLook } from './bin-clock';
import {
  entriesByHash,
  entryName,
  hashOf,
  lookedUpOnce,
  numberOf,
  type EntriesByHash,
  type Listed,
} from './bin-entries';
import { withEarlierDeletions } from './earlier-deletions';

const format = storedFormats.bin;
/** Larger than any theme file, which stands in it as text with escapes. */
const largestFile = 256 * 1024 * 1024;

const binnedSchema = z.looseObject({
  format: z.literal(format),
  id: z.string(),
  /** The file's name in the library. */
  file: z.string(),
  /** The library folder that it lay in. */
  folder: z.string().optional(),
  /** Which library that was, by the ID that lasts; an earlier Foyer did not note it. */
  library: z.string().optional(),
  /** When the file was changed last, by the clock of its disk, in ms; an earlier Foyer did not note it. */
  changedMs: z.number().optional(),
  /** When it was written last, as its stamp says, in ms; an earlier Foyer did not note it. */
  modifiedMs: z.number().optional(),
  removedAt: z.string(),
  /** The file as it was. `null` once it was purged: what is left is the tombstone. */
  text: z.string().nullable(),
  publications: z.record(z.string(), publicationSchema),
  /** As the file has it; an earlier Foyer did not note it. */
  unlinked: themeDocumentSchema.shape.unlinked,
});
type Stored = z.infer<typeof binnedSchema>;
const binnedKind: DocumentKind<Stored> = { format, schema: binnedSchema };

/**
 * One deletion of a theme. A theme that came back and was deleted again has been deleted twice, and
 * each time something else may have been in it: `entry` names the one, `id` the theme.
 */
export type BinnedTheme = Stored & { readonly entry: string };
/** One that can be had back. */
export type KeptTheme = BinnedTheme & { readonly text: string };

/** The last deletion of a theme, with what those before it know better (`withEarlierDeletions`). */
export interface LastDeletion {
  readonly deletion: BinnedTheme | undefined;
  /** Whether all that may say so could be read: what can't be, or is another person's, may know more. */
  readonly isWhole: boolean;
}

/** Which deletions are looked at: the bin has those of all libraries. */
type IsWanted = (deletion: BinnedTheme) => boolean;
/** All of them. */
export const ofAnyLibrary: IsWanted = () => true;

/** What lies in the bin. */
export interface BinFiles {
  readonly themes: KeptTheme[];
  readonly unread: string[];
  readonly damaged: UnreadableFile[];
}

/** A theme as it was seen in a file. */
interface SeenInFile {
  readonly id: string;
  readonly file: string;
  readonly folder: string;
  /** When the file was changed last as it was seen there, in ms. */
  readonly changedMs: number;
}

/**
 * The app's own bin: an entry for each deletion, each in a file of the profile. After 30 days the
 * theme goes and its publications stay, because the templates are still on their services, which
 * have no operation to delete.
 */
export class Bin {
  /** Where the entries lie. */
  readonly folder: string;
  readonly #now: () => Date;
  readonly #clock: BinClock;

  constructor(profileFolder: string, now: () => Date) {
    this.folder = join(profileFolder, 'bin');
    this.#now = now;
    this.#clock = new BinClock(profileFolder, now);
  }

  /** Adds a deletion; durable when it resolves with its entry. @throws StorageError */
  async put(theme: {
    readonly id: string;
    readonly file: string;
    readonly folder: string;
    readonly library?: string | undefined;
    readonly changedMs: number;
    readonly modifiedMs?: number | undefined;
    readonly text: string;
    readonly publications: Readonly<Record<string, Publication>>;
    readonly unlinked?: ThemeDocument['unlinked'];
  }): Promise<string> {
    // So that a clock which is wrong now, and right again at the next start, is noticed.
    await this.#clock.look();
    const before = (await this.#entriesOf(theme.id)).map(numberOf);
    const number = Math.max(-1, ...before) + 1;
    const chance = randomBytes(8).toString('hex');
    const entry = `${hashOf(theme.id)}-${String(number).padStart(6, '0')}-${chance}`;
    await this.#write(entry, { format, ...theme, removedAt: this.#now().toISOString() });
    return entry;
  }

  /** Changes what is kept of a deleted theme. @throws StorageError */
  async replace({ entry, ...stored }: BinnedTheme): Promise<void> {
    await this.#write(entry, stored);
  }

  /** One that can be had back. @throws ProblemError storage…, fileDamaged, storageNewer */
  async find(entry: string): Promise<KeptTheme | undefined> {
    if (!entryName.test(entry)) return undefined;
    const path = this.#pathOf(entry);
    const file = await this.#read(entry);
    // By a newer Foyer: it is that one's to give back, and not gone.
    if (file.state === 'newer') throw storageProblemError(newer(this.folder), path);
    if (file.state === 'damaged') {
      const isUnread = file.damage.reason === 'unreadable';
      if (isUnread) throw storageProblemError(new StorageError('notRead', path), path);
      throw new ProblemError(damageProblem(file.damage, path));
    }
    return file.state === 'ok' ? keptTheme(file.binned) : undefined;
  }

  /**
   * The last deletion of a theme that can be had back, of those that are wanted.
   * @throws ProblemError storage…, fileDamaged; storageNewer where only a newer Foyer knows which
   *   one that is
   */
  async lastOf(id: string, isWanted: IsWanted, listed?: Listed): Promise<KeptTheme | undefined> {
    const entries = await this.#entriesOf(id, listed);
    entries.sort((one, other) => numberOf(other) - numberOf(one));
    for (const entry of entries) {
      const kept = await this.find(entry);
      if (kept !== undefined && isWanted(kept)) return kept;
    }
    return undefined;
  }

  /**
   * The last deletion of a theme, of those that are wanted, whether or not it can be had back.
   * @throws ProblemError storage… where it can't be read at the moment, and isn't another person's
   */
  async last(id: string, isWanted: IsWanted, listed?: Listed): Promise<BinnedTheme | undefined> {
    const lastOf = await this.lastOfMany(isWanted, listed);
    return (await lastOf(id)).deletion;
  }

  /** `last` of many themes, for which the names are looked up once. @throws like that, and so does what is given */
  async lastOfMany(
    isWanted: IsWanted,
    listed = this.listedOnce(),
  ): Promise<(id: string) => Promise<LastDeletion>> {
    let isListed = true;
    const byHash = await listed().catch((error: unknown): EntriesByHash => {
      isListed = !(error instanceof StorageError && error.kind === 'noPermission');
      if (isListed) throw storageProblemError(error, this.folder);
      return new Map();
    });
    return (id) => this.#lastAmong(byHash.get(hashOf(id)) ?? [], isWanted, isListed);
  }

  async #lastAmong(
    entries: string[],
    isWanted: IsWanted,
    areAllThere: boolean,
  ): Promise<LastDeletion> {
    entries.sort((one, other) => numberOf(other) - numberOf(one));
    const found: BinnedTheme[] = [];
    let isWhole = areAllThere;
    for (const entry of entries) {
      const read = await this.#read(entry);
      if (read.state === 'damaged' && read.damage.reason === 'unreadable') {
        const path = this.#pathOf(entry);
        if (found.length === 0 && read.damage.kind !== 'noPermission')
          throw storageProblemError(new StorageError('notRead', path), path);
        isWhole = false;
      }
      if (read.state === 'ok' && isWanted(read.binned)) found.push(read.binned);
    }
    const [last, ...earlier] = found;
    return { deletion: last && withEarlierDeletions(last, earlier), isWhole };
  }

  /**
   * A deletion and those before it that are wanted, newest first; what can't be read is passed over.
   * @throws StorageError where not even the names can be had
   */
  async upTo(
    { entry, id }: BinnedTheme,
    isWanted: IsWanted,
    listed?: Listed,
  ): Promise<BinnedTheme[]> {
    const all = await this.#entriesOf(id, listed);
    const upTo = all.filter((each) => numberOf(each) <= numberOf(entry));
    upTo.sort((one, other) => numberOf(other) - numberOf(one));
    const read = await mapLimited(upTo, 8, (each) => this.#read(each));
    return read.flatMap((file) =>
      file.state === 'ok' && isWanted(file.binned) ? [file.binned] : [],
    );
  }

  /** Whether a theme can be had back as it is in that text. @throws ProblemError, StorageError */
  async holds(id: string, text: string): Promise<boolean> {
    for (const entry of await this.#entriesOf(id)) {
      if ((await this.find(entry))?.text === text) return true;
    }
    return false;
  }

  /**
   * Tells of themes whether they were deleted from their files since they were seen there: `unknown` where only what
   * can't be read may say so, or what tells it by another clock. The names are looked up once, when the first is asked
   * for. Never rejects, and neither does what is given.
   */
  hasDeleted(): (theme: SeenInFile) => Promise<'yes' | 'no' | 'unknown'> {
    let byHash: Promise<EntriesByHash | undefined> | undefined;
    return async (theme) => {
      byHash ??= this.#entries().then(entriesByHash, () => undefined);
      const entries = await byHash;
      if (entries === undefined) return 'unknown';
      return await this.#isDeletedIn(entries.get(hashOf(theme.id)) ?? [], theme);
    };
  }

  async #isDeletedIn(
    entries: readonly string[],
    theme: SeenInFile,
  ): Promise<'yes' | 'no' | 'unknown'> {
    let isUnknown = false;
    for (const entry of entries) {
      const read = await this.#read(entry);
      if (read.state === 'missing') continue;
      if (read.state !== 'ok') {
        isUnknown = true;
        continue;
      }
      const { file, folder, removedAt, changedMs } = read.binned;
      if (file !== theme.file || folder !== theme.folder) continue;
      // Two times of one clock: the system's may be ahead of the disk's, and a file that came back right
      // after the deletion would count as deleted.
      if (changedMs === undefined) isUnknown ||= Date.parse(removedAt) >= theme.changedMs;
      else if (changedMs >= theme.changedMs) return 'yes';
    }
    return isUnknown ? 'unknown' : 'no';
  }

  /**
   * Every theme that can be had back, in no promised order, the files that can't be read at the
   * moment, and the damaged ones: what is in them is not known to be gone. One of a newer Foyer is
   * passed over; a person is told of it.
   * @throws StorageError where not even the names can be had
   */
  async list(): Promise<BinFiles> {
    const unread: string[] = [];
    const damaged: UnreadableFile[] = [];
    const read = await mapLimited((await this.#entries()).sort(), 8, async (entry) => {
      const file = await this.#read(entry);
      if (file.state === 'damaged') {
        const path = this.#pathOf(entry);
        if (file.damage.reason === 'unreadable') unread.push(basename(path));
        else damaged.push({ file: basename(path), problem: damageProblem(file.damage, path) });
      }
      return file.state === 'ok' ? keptTheme(file.binned) : undefined;
    });
    return { themes: read.flatMap((kept) => kept ?? []), unread: unread.sort(), damaged };
  }

  /**
   * The same, one at a time, because what each holds can be large; one that can't be read at the
   * moment is passed over as well. @throws StorageError
   */
  async *each(): AsyncGenerator<KeptTheme> {
    for (const entry of await this.#entries()) {
      const file = await this.#read(entry);
      const kept = file.state === 'ok' ? keptTheme(file.binned) : undefined;
      if (kept !== undefined) yield kept;
    }
  }

  /** Looks at the clock by which the days are counted. Never rejects. */
  look(): Promise<ClockLook> {
    return this.#clock.look();
  }

  /**
   * Forgets an entry whose theme is in the library again.
   * @throws StorageError
   */
  async take(entry: string): Promise<void> {
    await removeDocument(this.#pathOf(entry), binnedKind);
  }

  /**
   * Lets go of an entry for good; what links it to templates stays, and that nothing does any more where
   * an earlier one was linked. @throws StorageError
   */
  async empty(binned: KeptTheme, listed?: Listed): Promise<void> {
    const all = await this.upTo(binned, ofAnyLibrary, listed);
    const wasLinked = all.some(
      ({ publications, unlinked }) => Object.keys({ ...publications, ...unlinked }).length > 0,
    );
    if (wasLinked) await this.replace({ ...binned, text: null });
    else await this.take(binned.entry);
  }

  /** The names of all entries. A folder that was not made yet has none. @throws StorageError */
  async #entries(): Promise<string[]> {
    try {
      const names = await readdir(this.folder);
      return names.flatMap((name) => {
        const entry = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
        return entryName.test(entry) ? [entry] : [];
      });
    } catch (error) {
      const failure = toStorageError(error, this.folder);
      if (failure.kind === 'missing') return [];
      throw failure;
    }
  }

  /**
   * Looks the names up once, when they are first asked for, and again only where that failed: for themes that are taken
   * out of the bin in one turn, in which this Foyer puts none there. Each entry is still read when it is asked for: what
   * others have removed by then counts as gone.
   */
  listedOnce(): Listed {
    return lookedUpOnce(() => this.#entries());
  }

  async #entriesOf(id: string, listed = this.listedOnce()): Promise<string[]> {
    return [...((await listed()).get(hashOf(id)) ?? [])];
  }

  async #write(entry: string, stored: Stored): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw toStorageError(error, this.folder);
    }
    await replaceDocument(this.#pathOf(entry), binnedKind, stored);
  }

  async #read(entry: string) {
    const file = await readWhole(this.#pathOf(entry), largestFile);
    if (file.state !== 'ok') return file;
    const result = interpretDocument(file.bytes, binnedKind);
    if (result.state === 'damaged') return result;
    if (result.state === 'newer') {
      tellDocumentTrouble({ kind: 'newer', path: this.folder });
      return { state: 'newer' } as const;
    }
    return { state: 'ok', binned: { ...result.value, entry } } as const;
  }

  #pathOf(entry: string): string {
    return join(this.folder, `${entry}.json`);
  }
}

function newer(folder: string): StorageError {
  return new StorageError('newerFormat', folder);
}

function keptTheme(binned: BinnedTheme): KeptTheme | undefined {
  return binned.text === null ? undefined : { ...binned, text: binned.text };
}
