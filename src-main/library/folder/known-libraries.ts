/** Which library lies in a folder, also where a person renamed or moved the folder themselves. */
import { folderMark, GrowingPause, StorageError, TaskQueue } from '../../storage/storage';
import type { LibraryLog } from '../library-options';
import type { FolderStep } from './folder-steps';
import { FoundLibraries } from './found-libraries';
import type { LibrariesFile } from './libraries-file';
import type { MoveJournal } from './move-journal';

/** The first pause after which what could not be read is read again. */
const retryMs = 1_000;

/** What is told of libraries. */
export interface LibraryEvents {
  /** What is done from now on is done in another library. */
  readonly changed: () => void;
  /** What was asked for in earlier runs is known only now. */
  readonly readLate: () => void;
}

/** Something that happened, and the number that its library had then, where it was in this run. */
interface Happened {
  readonly step: FolderStep;
  readonly number?: number;
}

/**
 * The libraries that were open once, from one run to the next. While the app runs each has a number; by a name that
 * lasts, later runs know it.
 *
 * What happens to their folders is remembered until the list of them has it. A list that can be read only later is gone
 * on from by the same steps, so that it ends with what a list read in time would have.
 */
export class KnownLibraries {
  #count = 0;
  readonly #newNumber = (): number => (this.#count += 1);
  #found = new FoundLibraries(this.#newNumber);
  /** What happened that the list doesn't have. */
  readonly #unlisted: Happened[] = [];
  /** Those of earlier runs are among them. */
  #hasEarlier = false;
  /** The journal has some. */
  #isNoted = false;
  readonly #file: Pick<LibrariesFile, 'read' | 'write'>;
  readonly #journal: Pick<MoveJournal, 'read' | 'unlisted' | 'keepUnlisted'>;
  readonly #log: Pick<LibraryLog, 'warn'>;
  readonly #events: LibraryEvents;
  readonly #readAgain = new GrowingPause(retryMs, () => void this.#readLate());
  readonly #keeping = new TaskQueue();
  #reading: Promise<void> | undefined;
  #isRead = false;
  /** A newer Foyer wrote down what there are: it stays unknown while this one runs. */
  #isNewer = false;

  constructor(
    file: Pick<LibrariesFile, 'read' | 'write'>,
    journal: Pick<MoveJournal, 'read' | 'unlisted' | 'keepUnlisted'>,
    log: Pick<LibraryLog, 'warn'>,
    events: LibraryEvents,
  ) {
    this.#file = file;
    this.#journal = journal;
    this.#log = log;
    this.#events = events;
  }

  /** The library in a folder. */
  of(folder: string): number {
    return this.#found.ids.of(folder);
  }

  /** Whether that library is in the folder now. */
  isIn(id: number, folder: string): boolean {
    return this.#found.ids.isIn(id, folder);
  }

  /** The number of the library in a folder, then those of libraries that count as it. */
  idsIn(folder: string): [number, ...number[]] {
    return this.#found.ids.idsIn(folder);
  }

  /** The library whose folder has that mark, or had it before its disk was mounted again; one found since the app runs. */
  withMark(mark: string | undefined): number | undefined {
    return this.#found.withMark(mark);
  }

  /** The same, then those of libraries that count as it; none where it wasn't found since the app runs. */
  idsWithMark(mark: string | undefined): number[] {
    const id = this.withMark(mark);
    return id === undefined ? [] : this.#found.ids.withCounting(id);
  }

  /** Whether it is known what earlier runs had. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** By which later runs know the library in the folder; `undefined` where that isn't known yet. */
  lastingId(folder: string): string | undefined {
    return this.#found.lastingId(folder);
  }

  /** The library with that lasting name, if one is known by it. */
  withLastingId(id: string): number | undefined {
    return this.#found.withLastingId(id);
  }

  /** The same of a name that was given once; where the list has lost it, the first that is opened and isn't in it either. */
  ofGivenId(id: string): number | undefined {
    const known = this.withLastingId(id);
    const given = known ?? this.#found.ofGivenId(id);
    if (known !== given) void this.keep();
    return given;
  }

  /** Reads which libraries earlier runs had; what the disk refuses is read as soon as it can be. Never rejects. */
  async read(): Promise<void> {
    if (this.#isRead || this.#isNewer) return;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readNow(): Promise<void> {
    try {
      if (!this.#hasEarlier) {
        const earlier = await this.#journal.unlisted();
        this.#unlisted.unshift(...earlier.map((step) => ({ step })));
        this.#isNoted = earlier.length > 0;
        this.#hasEarlier = true;
      }
      await this.#goOnFrom(new FoundLibraries(this.#newNumber, await this.#file.read()));
      this.#readAgain.end();
    } catch (error) {
      this.#log.warn('library.librariesNotRead', { error: String(error) });
      this.#isNewer = error instanceof StorageError && error.kind === 'newerFormat';
      if (!this.#isNewer) this.#readAgain.begin();
    }
  }

  /** These are what the list knows: what happened since makes of them what there is. */
  async #goOnFrom(listed: FoundLibraries): Promise<void> {
    const numbers = new Map<number, number>();
    // Also by what happens meanwhile.
    for (const { step, number } of this.#unlisted) {
      await listed.goOn(step);
      if (number !== undefined && step.what !== 'seen')
        numbers.set(number, listed.ids.of(step.folder));
    }
    for (const [folder, number] of this.#found.ids.inFolders)
      if (!numbers.has(number)) numbers.set(number, listed.ids.of(folder));
    // A number that was given meanwhile stays that of its library.
    for (const [number, listedNumber] of numbers) listed.ids.counts(number, listedNumber);
    this.#found = listed;
    this.#isRead = true;
  }

  async #readLate(): Promise<void> {
    await this.read();
    if (!this.#isRead) return;
    await this.keep();
    this.#events.readLate();
  }

  /** Foyer may have been killed as it moved a library to that folder, before that was noted. Never rejects. */
  async settle(folder: string): Promise<void> {
    await this.read();
    if (this.lastingId(folder) !== undefined) return;
    const move = await this.#journal.read().catch(() => null);
    if (move === null || move === 'unknown' || move.to !== folder) return;
    const isNoted = this.#unlisted.some(
      ({ step }) => step.what === 'moved' && step.from === move.from && step.folder === folder,
    );
    if (isNoted) return;
    this.moved(move.from, folder, await this.markOf(folder));
    await this.keep();
  }

  /** Ends reading again. */
  close(): void {
    this.#readAgain.end();
  }

  /**
   * Looks which library lies in a folder that is there. The windows are told of another one: what is done in them from
   * then on is done in that. Never rejects.
   */
  async look(folder: string): Promise<void> {
    const mark = await this.markOf(folder);
    const before = this.of(folder);
    this.found(folder, mark);
    if (this.#isRead) this.#found.opened(folder);
    if (this.of(folder) !== before) this.#events.changed();
    await this.keep();
  }

  /**
   * Writes down what there is. While the list can't be read or written, it is a move that is noted beside it, with what
   * led to it: nothing in the folders tells of one. Never rejects: what is not kept is kept with the next look.
   */
  keep(): Promise<void> {
    return this.#keeping.run(async () => {
      try {
        if (await this.#list()) return;
      } catch (error) {
        this.#log.warn('library.librariesNotKept', { error: String(error) });
      }
      await this.#noteMoves().catch((error: unknown) => {
        this.#log.warn('library.movesNotNoted', { error: String(error) });
      });
    });
  }

  /** Writes the list, and tells whether it could be read before. @throws StorageError */
  async #list(): Promise<boolean> {
    if (!this.#isRead) return false;
    const had = this.#unlisted.length;
    await this.#file.write(this.#found.toKeep());
    this.#unlisted.splice(0, had);
    if (this.#isNoted) await this.#journal.keepUnlisted([]);
    this.#isNoted = false;
    return true;
  }

  /** @throws StorageError */
  async #noteMoves(): Promise<void> {
    const steps = this.#unlisted.map(({ step }) => step);
    const last = steps.map(({ what }) => what).lastIndexOf('moved');
    // What isn't known of earlier runs would be written over.
    if (last < 0 || !this.#hasEarlier) return;
    this.#isNoted = true;
    await this.#journal.keepUnlisted(steps.slice(0, last + 1));
  }

  /**
   * The mark of a folder, under which it is known from now on also where its disk was mounted again, whatever its name
   * is by then. Never rejects.
   */
  async markOf(folder: string): Promise<string | undefined> {
    const [mark] = await Promise.all([folderMark(folder), this.read()]);
    if (mark === undefined) return undefined;
    this.#happened({ what: 'seen', mark });
    await this.#found.seen(mark);
    return mark;
  }

  /** The folder has that mark (`FoundLibraries.found`). */
  found(folder: string, mark: string | undefined): void {
    this.#found.found(folder, mark);
    this.#happened({ what: 'found', folder, mark });
  }

  /** Foyer moved the library in the one folder to the other, which has that mark. */
  moved(from: string, to: string, mark: string | undefined): void {
    this.#found.moved(from, to, mark);
    this.#happened({ what: 'moved', from, folder: to, mark });
  }

  #happened(step: FolderStep): void {
    const isSeen = step.what === 'seen';
    const [last] = this.#unlisted
      .filter((each) => (each.step.what === 'seen') === isSeen)
      .slice(-1);
    // The same again says nothing new.
    if (JSON.stringify(last?.step) === JSON.stringify(step)) return;
    this.#unlisted.push(isSeen ? { step } : { step, number: this.of(step.folder) });
  }

  /**
   * Whether a theme was deleted in the library in the folder. Where the ID that lasts isn't noted, or is unknown, it was
   * in the one that is in the folder it lay in; where none was found there, it may have been in any.
   */
  hasDeleted(
    deletion: { readonly library?: string | undefined; readonly folder?: string | undefined },
    folder: string,
  ): boolean {
    const { library = '', folder: layIn = folder } = deletion;
    const number = this.withLastingId(library) ?? this.#found.ids.known(layIn);
    return number === undefined || this.isIn(number, folder);
  }
}
