/** Which library lies in a folder, also where a person renamed or moved the folder themselves. */
import { folderMark, isMountedAgain } from '../../storage/storage';
import { LibraryIds } from './library-ids';

/** Libraries by their folders, and by what their folders are on the disk (`folderMark`): a copy is another one. */
export class KnownLibraries {
  readonly #ids = new LibraryIds();
  readonly #byMark = new Map<string, number>();
  /** Marks that folders of libraries had before, by which what was asked for then is known: moved, or made anew. */
  readonly #earlier = new Map<string, number>();
  /** In which library each entry of the bin was deleted, since the app runs. */
  readonly #deletedIn = new Map<string, number>();

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

  /** The library that an earlier run knew by that mark: its folder may have another one since, and that one be any folder's. */
  knownBy(mark: string | undefined): number | undefined {
    return this.#earlier.get(mark ?? '') ?? this.withMark(mark);
  }

  /**
   * Looks which library lies in a folder that is there, and gives its mark. The windows are told of another one: what is
   * done in them from then on is done in that. Never rejects.
   */
  async look(folder: string, windows: { announceAll(): void }): Promise<string | undefined> {
    const mark = await this.markOf(folder);
    const before = this.of(folder);
    this.found(folder, mark);
    if (this.of(folder) !== before) windows.announceAll();
    return mark;
  }

  /**
   * The mark of a folder, under which it is known from now on also where its disk was mounted again, whatever its name
   * is by then. Never rejects.
   */
  async markOf(folder: string): Promise<string | undefined> {
    const mark = await folderMark(folder);
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
   * Earlier runs had the library in that folder, which had these marks, the last one last: it may have another name
   * since. For the first one alone: of any other, what was found meanwhile is newer.
   */
  recall(folder: string, marks: readonly string[]): void {
    if (this.#byMark.size === 0) this.found(folder, marks.at(-1));
    const last = marks.at(-1);
    for (const mark of marks) {
      // By one that it had before that, another folder may be known by now.
      const isFree = mark !== last || !this.#byMark.has(mark);
      if (isFree && !this.#earlier.has(mark)) this.#earlier.set(mark, this.of(folder));
    }
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
      if (each === id) {
        this.#byMark.delete(known);
        this.#earlier.set(known, id);
      } else if (isKnown && each === there) this.#byMark.set(known, id);
    }
    if (isKnown) this.#ids.moved(from, to);
    else {
      // A folder that was never seen is not the library that lay in its place before.
      this.#ids.lies(id, to);
      this.#byMark.set(mark, id);
    }
  }

  /** A theme of the library in the folder went to the bin. */
  noteDeletion(entry: string, folder: string): void {
    this.#deletedIn.set(entry, this.of(folder));
  }

  /**
   * Whether an entry of the bin was deleted in the library in the folder; one of an earlier run, by the folder that it
   * lay in.
   */
  hasDeleted(entry: string, layIn: string, folder: string): boolean {
    const library = this.#deletedIn.get(entry);
    return library === undefined ? layIn === folder : this.isIn(library, folder);
  }
}
