/** Which library lies in a folder, also where a person renamed or moved the folder themselves. */
import {
  folderMark,
  GrowingPause,
  isMountedAgain,
  newId,
  StorageError,
} from '../../storage/storage';
import type { LibraryLog } from '../library-options';
import { LibraryIds } from './library-ids';
import type { MoveJournal } from './move-journal';
import type { KnownLibrary, LibrariesFile } from './libraries-file';

/** The first pause after which what could not be read is read again. */
const retryMs = 1_000;
/** A disk may have another number at each start. */
const mostMarks = 20;
/** Those that were not open for longest are forgotten first. */
const mostLibraries = 200;

/** What is told of libraries. */
export interface LibraryEvents {
  /** What is done from now on is done in another library. */
  readonly changed: () => void;
  /** What was asked for in earlier runs is known only now. */
  readonly readLate: () => void;
}

/**
 * Libraries by their folders, and by what their folders are on the disk (`folderMark`): a copy is another one. While the
 * app runs each has a number; by a name that lasts, later runs know it.
 */
export class KnownLibraries {
  readonly #ids = new LibraryIds();
  readonly #byMark = new Map<string, number>();
  /** The names that last, those that were open latest last. */
  readonly #lasting = new Map<number, string>();
  readonly #file: Pick<LibrariesFile, 'read' | 'write'>;
  readonly #journal: Pick<MoveJournal, 'read'>;
  readonly #log: Pick<LibraryLog, 'warn'>;
  readonly #events: LibraryEvents;
  readonly #readAgain = new GrowingPause(retryMs, () => void this.#readLate());
  #reading: Promise<void> | undefined;
  #isRead = false;
  /** A newer Foyer wrote down what there are: it stays unknown while this one runs. */
  #isNewer = false;

  constructor(
    file: Pick<LibrariesFile, 'read' | 'write'>,
    journal: Pick<MoveJournal, 'read'>,
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
    return this.#ids.of(folder);
  }

  /** Whether that library is in the folder now. */
  isIn(id: number, folder: string): boolean {
    return this.#ids.isIn(id, folder);
  }

  /** The number of the library in a folder, then those of libraries that count as it. */
  idsIn(folder: string): [number, ...number[]] {
    return this.#ids.idsIn(folder);
  }

  /** The library whose folder has that mark, or had it before its disk was mounted again, where it was found since the app runs. */
  withMark(mark: string | undefined): number | undefined {
    if (mark === undefined) return undefined;
    const again = [...this.#byMark].find(([each]) => isMountedAgain(each, mark));
    return this.#byMark.get(mark) ?? again?.[1];
  }

  /** Whether it is known what earlier runs had. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** By which later runs know the library in the folder; `undefined` where that isn't known yet. */
  lastingId(folder: string): string | undefined {
    return this.#lasting.get(this.of(folder));
  }

  /** The library with that lasting name, if one is known by it. */
  withLastingId(id: string): number | undefined {
    return [...this.#lasting].find(([, each]) => each === id)?.[0];
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
      this.#take(await this.#file.read());
      this.#isRead = true;
      this.#readAgain.end();
    } catch (error) {
      this.#log.warn('library.librariesNotRead', { error: String(error) });
      this.#isNewer = error instanceof StorageError && error.kind === 'newerFormat';
      if (!this.#isNewer) this.#readAgain.begin();
    }
  }

  async #readLate(): Promise<void> {
    await this.read();
    if (!this.#isRead) return;
    await this.#keep();
    this.#events.readLate();
  }

  /** What was found meanwhile is where the libraries lie by now. */
  #take(libraries: readonly KnownLibrary[]): void {
    const numbers = new Map<string, number>();
    const know = ({ id, marks }: KnownLibrary, number: number): void => {
      numbers.set(id, number);
      this.#lasting.set(number, id);
      for (const mark of marks) if (!this.#byMark.has(mark)) this.#byMark.set(mark, number);
    };
    const left = libraries.filter((library) => {
      const [found] = library.marks.flatMap((mark) => this.#byMark.get(mark) ?? []);
      if (found === undefined || this.#lasting.has(found)) return true;
      know(library, found);
      return false;
    });
    for (const library of left) {
      const there = this.of(library.folder ?? library.id);
      know(library, this.#lasting.has(there) ? this.of(library.id) : there);
    }
    // In the order in which they were open.
    for (const { id, countsAs = '' } of libraries) {
      const [number, other] = [numbers.get(id), numbers.get(countsAs)];
      if (number === undefined) continue;
      this.#isOpen(number, id);
      if (other !== undefined) this.#ids.counts(number, other);
    }
    for (const number of new Set(this.#byMark.values()))
      if (!this.#lasting.has(number)) this.#isOpen(number, newId());
  }

  #isOpen(number: number, id: string): void {
    this.#lasting.delete(number);
    this.#lasting.set(number, id);
  }

  /** Foyer may have been killed as it moved a library to that folder, before that was noted. Never rejects. */
  async settle(folder: string): Promise<void> {
    await this.read();
    if (this.lastingId(folder) !== undefined) return;
    const move = await this.#journal.read().catch(() => null);
    if (move === null || move === 'unknown' || move.to !== folder) return;
    this.moved(move.from, folder, await this.markOf(folder));
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
    const now = this.of(folder);
    if (this.#isRead) this.#isOpen(now, this.#lasting.get(now) ?? newId());
    if (now !== before) this.#events.changed();
    await this.#keep();
  }

  /** Never rejects: what is not kept is kept with the next look. */
  async #keep(): Promise<void> {
    if (!this.#isRead) return;
    try {
      await this.#file.write(this.#toKeep());
    } catch (error) {
      this.#log.warn('library.librariesNotKept', { error: String(error) });
    }
  }

  #toKeep(): KnownLibrary[] {
    return [...this.#lasting].slice(-mostLibraries).map(([number, id]) => {
      const folder = this.#ids.folderOf(number);
      const other = this.#ids.countsAs(number);
      const marks = [...this.#byMark].flatMap(([mark, each]) => (each === number ? [mark] : []));
      return {
        id,
        folder: folder === id ? undefined : folder,
        countsAs: other === undefined ? undefined : this.#lasting.get(other),
        marks: marks.slice(-mostMarks),
      };
    });
  }

  /**
   * The mark of a folder, under which it is known from now on also where its disk was mounted again, whatever its name
   * is by then. Never rejects.
   */
  async markOf(folder: string): Promise<string | undefined> {
    const [mark] = await Promise.all([folderMark(folder), this.read()]);
    if (mark === undefined || this.#byMark.has(mark)) return mark;
    for (const [before, id] of [...this.#byMark]) {
      if (!isMountedAgain(before, mark)) continue;
      const last = this.#ids.folderOf(id);
      // Where that one is still there, this one lies on a clone of its disk.
      if (last !== undefined && (await folderMark(last)) === before) continue;
      if (!this.#byMark.has(mark)) this.#byMark.set(mark, id);
    }
    return mark;
  }

  /**
   * The folder has that mark: what lay elsewhere under it is the library in it. One with a mark that was never seen, in
   * the place of a known one, may be that one (made anew, restored from a backup) or a copy: it counts as that one until
   * that one turns up elsewhere, and what is noted of it stays its own.
   */
  found(folder: string, mark: string | undefined): void {
    if (mark === undefined) return;
    const known = this.#byMark.get(mark);
    if (known === undefined) {
      const isOther = [...this.#byMark.values()].includes(this.of(folder));
      // It gets a number of its own by the mark, as if it had come from there.
      if (isOther) this.#ids.moved(mark, folder);
      this.#byMark.set(mark, this.of(folder));
    } else if (known !== this.of(folder)) {
      // What was taken for it in its place, as its disk mounted again, was a clone of that disk.
      for (const [each, id] of this.#byMark)
        if (id === known && each !== mark) this.#byMark.delete(each);
      this.#ids.lies(known, folder);
    }
  }

  /** Foyer moved the library in the one folder to the other, which has that mark. */
  moved(from: string, to: string, mark: string | undefined): void {
    const id = this.of(from);
    const isKnown = mark === undefined || this.#byMark.has(mark);
    if (isKnown) this.found(to, mark);
    const there = this.of(to);
    if (there === id) return;
    for (const [known, each] of this.#byMark) {
      // The folder that it has left is any folder by now.
      if (each === id) this.#byMark.delete(known);
      else if (isKnown && each === there) this.#byMark.set(known, id);
    }
    if (isKnown) this.#ids.moved(from, to);
    else {
      // A folder that was never seen is not the library that lay in its place before.
      this.#ids.lies(id, to);
      this.#byMark.set(mark, id);
    }
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
    const number = this.withLastingId(library) ?? this.#ids.known(layIn);
    return number === undefined || this.isIn(number, folder);
  }
}
