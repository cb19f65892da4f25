/**
 * Tells libraries apart while a program runs: by numbers, since a library can be moved, and another one be put in the
 * folder where it was.
 */
export class LibraryIds {
  readonly #byFolder = new Map<string, number>();
  /** Libraries that count as another one, into whose folder they went, or which was put in theirs. */
  readonly #became = new Map<number, number>();
  readonly #newNumber: () => number;

  /** `newNumber` gives none twice. */
  constructor(newNumber: () => number) {
    this.#newNumber = newNumber;
  }

  /** The library in a folder. */
  of(folder: string): number {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const number = this.#newNumber();
    this.#byFolder.set(folder, number);
    return number;
  }

  /** The same, where one was found in it. */
  known(folder: string): number | undefined {
    return this.#byFolder.get(folder);
  }

  /** Each folder in which one lies, with its number. */
  get inFolders(): readonly (readonly [string, number])[] {
    return [...this.#byFolder];
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

  /** The one counts as the other, as far as is known; not where that one counts as it already. */
  counts(id: number, as: number): void {
    if (!this.#line(as).includes(id)) this.#became.set(id, as);
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
    return this.#last(id) === this.of(folder);
  }

  /** The library that is in the folder now, then those that count as it. */
  idsIn(folder: string): [number, ...number[]] {
    return this.withCounting(this.of(folder));
  }

  /** That library, then those that count as it. */
  withCounting(id: number): [number, ...number[]] {
    return [
      id,
      ...[...this.#became.keys()].filter((each) => each !== id && this.#last(each) === id),
    ];
  }

  /** It, that as which it counts, and so on. */
  #line(id: number): readonly number[] {
    const next = this.#became.get(id);
    return next === undefined ? [id] : [id, ...this.#line(next)];
  }

  #last(id: number): number {
    return this.#line(id).at(-1) ?? id;
  }
}
