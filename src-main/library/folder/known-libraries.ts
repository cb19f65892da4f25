/** Which library lies in a folder, also where a person renamed or moved the folder themselves. */
import { folderMark, isMountedAgain } from '../../storage/storage';
import { LibraryIds } from './library-ids';

/** Libraries by their folders, and by what their folders are on the disk (`folderMark`): a copy is another one. */
export class KnownLibraries {
  readonly #ids = new LibraryIds();
  readonly #byMark = new Map<string, number>();
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

  /**
   * Looks which library lies in a folder that is there, and gives its mark. The windows are told of another one: what is
   * done in them from then on is done in that. Never rejects.
   */
  async look(folder: string, windows: { announceAll(): void }): Promise<string | undefined> {
    const mark = await folderMark(folder);
    const before = this.of(folder);
    this.found(folder, mark);
    if (this.of(folder) !== before) windows.announceAll();
    return mark;
  }

  /**
   * An earlier run had the library in that folder, which had that mark: it may have another name since. For the first
   * one alone: of any other, what was found meanwhile is newer.
   */
  recall(folder: string, mark: string | undefined): void {
    if (this.#byMark.size === 0) this.found(folder, mark);
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
      const there = [...this.#byMark].filter(([, id]) => id === this.of(folder));
      const isThat = there.length === 0 || there.some(([each]) => isMountedAgain(each, mark));
      // It gets a number of its own by the mark, as if it had come from there.
      if (!isThat) this.#ids.moved(mark, folder);
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
    this.found(to, mark);
    const there = this.of(to);
    if (there === id) return;
    for (const [known, each] of this.#byMark) {
      // The folder that it has left is any folder by now.
      if (each === id) this.#byMark.delete(known);
      else if (each === there) this.#byMark.set(known, id);
    }
    this.#ids.moved(from, to);
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
