/** Which library lies in which folder, by what is known of them and by what happened since. */
import { folderMark, isMountedAgain, newId } from '../../storage/storage';
import type { FolderStep } from './folder-steps';
import type { KnownLibrary } from './libraries-file';
import { LibraryIds } from './library-ids';

/** A disk may have another number at each start. */
const mostMarks = 20;
/** Those that were not open for longest are forgotten first. */
const mostLibraries = 200;

/**
 * Libraries by their folders, and by what their folders are on the disk (`folderMark`): a copy is another one. Each has
 * a number while the app runs, and a name that lasts once it is opened.
 */
export class FoundLibraries {
  readonly ids: LibraryIds;
  readonly #byMark = new Map<string, number>();
  /** The names that last, those that were open latest last. */
  readonly #lasting = new Map<number, string>();
  /** The first that was opened and had no name. */
  #unlisted: number | undefined;

  /** `known` is what was written down of them, and `newNumber` gives no number twice. */
  constructor(newNumber: () => number, known: readonly KnownLibrary[] = []) {
    this.ids = new LibraryIds(newNumber);
    const numbers = new Map<string, number>();
    for (const { id, folder = id, marks } of known) {
      const there = this.ids.of(folder);
      const number = this.#lasting.has(there) ? this.ids.of(id) : there;
      numbers.set(id, number);
      this.#lasting.set(number, id);
      for (const mark of marks) this.#byMark.set(mark, number);
    }
    for (const { id, folder, countsAs = '' } of known) {
      const [number, other] = [numbers.get(id), numbers.get(countsAs)];
      // One that lies in a folder is itself: an earlier Foyer noted otherwise of some that were put back.
      if (number === undefined || other === undefined || folder !== undefined) continue;
      this.ids.counts(number, other);
    }
  }

  /** The library whose folder has that mark, or had it before its disk was mounted again. */
  withMark(mark: string | undefined): number | undefined {
    if (mark === undefined) return undefined;
    const again = [...this.#byMark].find(([each]) => isMountedAgain(each, mark));
    return this.#byMark.get(mark) ?? again?.[1];
  }

  /** By which later runs know the library in the folder, once it was opened. */
  lastingId(folder: string): string | undefined {
    return this.#lasting.get(this.ids.of(folder));
  }

  /** The library with that lasting name, if one is known by it. */
  withLastingId(id: string): number | undefined {
    return [...this.#lasting].find(([, each]) => each === id)?.[0];
  }

  /**
   * The same of a name that was given once. What is known of libraries may be of an earlier time: one of which it has lost
   * the name is none that it does know, but the first that was opened and that it had lost as well, under both names.
   */
  ofGivenId(id: string): number | undefined {
    const known = this.withLastingId(id);
    if (known !== undefined || this.#unlisted === undefined) return known;
    const lost = this.ids.of(id);
    this.#lasting.set(lost, id);
    this.ids.counts(lost, this.#unlisted);
    return lost;
  }

  /** The library in the folder is open: later runs know it by a name. */
  opened(folder: string): void {
    const number = this.ids.of(folder);
    if (!this.#lasting.has(number)) this.#unlisted ??= number;
    const id = this.#lasting.get(number) ?? newId();
    this.#lasting.delete(number);
    this.#lasting.set(number, id);
  }

  /** What is written down of them. */
  toKeep(): KnownLibrary[] {
    return [...this.#lasting].slice(-mostLibraries).map(([number, id]) => {
      const folder = this.ids.folderOf(number);
      const other = this.ids.countsAs(number);
      const marks = [...this.#byMark].flatMap(([mark, each]) => (each === number ? [mark] : []));
      return {
        id,
        folder: folder === id ? undefined : folder,
        countsAs: other === undefined ? undefined : this.#lasting.get(other),
        marks: marks.slice(-mostMarks),
      };
    });
  }

  /** Goes on by one thing that happened while these weren't known. Never rejects. */
  async goOn(step: FolderStep): Promise<void> {
    if (step.what === 'seen') return this.seen(step.mark);
    if (step.what === 'found') this.found(step.folder, step.mark);
    else this.moved(step.from, step.folder, step.mark);
    this.opened(step.folder);
  }

  /**
   * A folder with that mark is there: one whose disk was mounted again is known under it from now on, whatever its name
   * is by then. Never rejects.
   */
  async seen(mark: string): Promise<void> {
    if (this.#byMark.has(mark)) return;
    for (const [before, id] of [...this.#byMark]) {
      if (!isMountedAgain(before, mark)) continue;
      const last = this.ids.folderOf(id);
      // Where that one is still there, this one lies on a clone of its disk.
      if (last !== undefined && (await folderMark(last)) === before) continue;
      if (!this.#byMark.has(mark)) this.#byMark.set(mark, id);
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
      const isOther = [...this.#byMark.values()].includes(this.ids.of(folder));
      // It gets a number of its own by the mark, as if it had come from there.
      if (isOther) this.ids.moved(mark, folder);
      this.#byMark.set(mark, this.ids.of(folder));
    } else if (known !== this.ids.of(folder)) {
      // What was taken for it in its place, as its disk mounted again, was a clone of that disk.
      for (const [each, id] of this.#byMark)
        if (id === known && each !== mark) this.#byMark.delete(each);
      this.ids.lies(known, folder);
    }
  }

  /** Foyer moved the library in the one folder to the other, which has that mark. */
  moved(from: string, to: string, mark: string | undefined): void {
    const id = this.ids.of(from);
    const isKnown = mark === undefined || this.#byMark.has(mark);
    if (isKnown) this.found(to, mark);
    const there = this.ids.of(to);
    if (there === id) return;
    for (const [known, each] of this.#byMark) {
      // The folder that it has left is any folder by now.
      if (each === id) this.#byMark.delete(known);
      else if (isKnown && each === there) this.#byMark.set(known, id);
    }
    if (isKnown) this.ids.moved(from, to);
    else {
      // A folder that was never seen is not the library that lay in its place before.
      this.ids.lies(id, to);
      this.#byMark.set(mark, id);
    }
  }
}
