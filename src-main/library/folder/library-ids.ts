/**
 * Tells libraries apart while a program runs: by numbers, since a library can be moved, and another one be put in the
 * folder where it was.
 */
export class LibraryIds {
  readonly #byFolder = new Map<string, number>();
  /** Libraries that count as another one, into whose folder they went, or which was put in theirs. */
  readonly #became = new Map<number, number>();
  #count = 0;

  /** The library in a folder. */
  of(folder: string): number {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    this.#count += 1;
    this.#byFolder.set(folder, this.#count);
    return this.#count;
  }

  /** The same, where one was found in it. */
  known(folder: string): number | undefined {
    return this.#byFolder.get(folder);
  }

  /** The library in the one folder was moved to the other. */
  moved(from: string, to: string): void {
    const id = this.of(from);
    const there = this.of(to);
    if (there === id) return;
    this.#became.set(there, id);
    this.lies(id, to);
  }

  /** That library lies in the folder from now on, and not where it was; what lay there before is not in it. */
  lies(id: number, folder: string): void {
    this.#became.delete(id);
    for (const [path, each] of this.#byFolder) if (each === id) this.#byFolder.delete(path);
    this.#byFolder.set(folder, id);
  }

  /** The one counts as the other, as far as is known. */
  counts(id: number, as: number): void {
    this.#became.set(id, as);
  }

  /** As which it counts, if as another one. */
  countsAs(id: number): number | undefined {
    return this.#became.get(id);
  }

  /** Where the library lies, as far as is known. */
  folderOf(id: number): string | undefined {
    return [...this.#byFolder].find(([, each]) => each === id)?.[0];
  }

  /** Whether that library is in the folder now. */
  isIn(id: number, folder: string): boolean {
    const next = this.#became.get(id);
    return next === undefined ? id === this.of(folder) : this.isIn(next, folder);
  }

  /** The library that is in the folder now, then those that count as it. */
  idsIn(folder: string): [number, ...number[]] {
    return [this.of(folder), ...[...this.#became.keys()].filter((id) => this.isIn(id, folder))];
  }
}
