/**
 * What must hold of the library, whatever a person, the disk, other programs and the clock do. It knows what a
 * person and others wrote, and nothing of how Foyer keeps it. Each content has a mark that no other has.
 */

/** What a theme is. */
export interface Content {
  readonly mark: string;
  readonly name: string;
  readonly tags: string;
}

/** What is known of a theme that is in the library. */
interface Kept {
  /** What it may be: as it was shown as saved last, and all that was accepted since. */
  may: Content[];
  /** Others wrote its file, or the disk refused something: it may be any of these, or be gone. */
  isUnsure: boolean;
  /** Foyer was killed maybe right after it wrote the theme, and before it noted a draft for the history. */
  mayLackDraft?: boolean;
  /** What undo brings back, the last one last; `undefined` where others had a hand in it. */
  undoes: Content[] | undefined;
  redoes: Content[];
}

/** A theme as it is shown. */
export type ShownTheme = Content & { readonly id: string; readonly isConflict: boolean };

const same = (one: Content, other: Content): boolean =>
  one.mark === other.mark && one.name === other.name && one.tags === other.tags;

const newest = ({ may }: Kept): Content => may.at(-1) ?? { mark: '', name: '', tags: '' };

export class KeepingModel {
  readonly themes = new Map<string, Kept>();
  /** Deletions, with what was deleted. */
  readonly bin = new Map<string, { id: string; mark: string; mayBeBack?: boolean }>();
  /** Versions with a name. */
  versions: { id: string; version: number; mark: string }[] = [];
  /** Every mark that there ever was. */
  readonly marks = new Set<string>();
  /** Those that a person made in Foyer. */
  readonly ours = new Set<string>();
  /** What others wrote last, or was overwritten by them: it must be somewhere. */
  readonly precious = new Set<string>();
  /** What was not as it must be. */
  readonly wrong: string[] = [];
  /** Others came, or the disk refused something, since all was looked at: themes may have come or gone. */
  isDisturbed = false;
  isFolderAway = false;
  readonly discarded = new Set<string>();
  /** Those that are the other version of a theme. */
  readonly conflicts = new Set<string>();

  // What a person does.

  adds(id: string, content: Content): void {
    this.marks.add(content.mark);
    this.themes.set(id, { may: [content], isUnsure: false, undoes: undefined, redoes: [] });
  }

  /** A change that Foyer took; `isSaved` when it said that the disk has it. */
  edits(id: string, change: Partial<Content>, taken: 'done' | 'refused' | 'partly'): void {
    const kept = this.themes.get(id);
    if (!kept || taken === 'refused') return;
    const before = newest(kept);
    const after = { ...before, ...change };
    this.marks.add(after.mark);
    this.ours.add(after.mark);
    if (taken === 'partly') kept.isUnsure = true;
    if (!same(before, after)) {
      kept.undoes?.push(before);
      kept.redoes = [];
    }
    kept.may.push(after);
    kept.mayLackDraft = false;
    if (before.mark !== after.mark) this.precious.delete(before.mark);
  }

  /** What is shown before a person changes it; where others had a hand in it, it may be anything that was. */
  isSeen(id: string, content: Content): void {
    const kept = this.themes.get(id);
    if (!kept || same(newest(kept), content)) return;
    if (!kept.isUnsure && !this.isDisturbed) this.#wrong(`${id} is seen as`, content, newest(kept));
    kept.undoes = undefined;
    kept.may.push(content);
  }

  /** `undo` or `redo` gave this. */
  steps(id: string, way: 'undo' | 'redo', content: Content): void {
    const kept = this.themes.get(id);
    if (!kept) return;
    const before = newest(kept);
    const from = way === 'undo' ? kept.undoes : kept.redoes;
    if (kept.undoes && !kept.isUnsure && from) {
      const expected = from.pop() ?? before;
      if (!same(expected, content)) this.#wrong(`${way} gives`, content, expected);
      if (!same(before, content)) (way === 'undo' ? kept.redoes : kept.undoes).push(before);
    } else if (content.mark !== '' && !this.marks.has(content.mark)) {
      this.wrong.push(`${way} gives what never was: ${content.mark}`);
    }
    if (before.mark !== content.mark) this.precious.delete(before.mark);
    kept.may.push(content);
  }

  deletes(id: string, entry: string): void {
    const kept = this.themes.get(id);
    this.themes.delete(id);
    if (kept && !kept.isUnsure) this.bin.set(entry, { id, mark: newest(kept).mark });
  }

  /** An entry of the bin came back as a theme with this id. */
  restores(entry: string, id: string, content: Content): void {
    const binned = this.bin.get(entry);
    this.bin.delete(entry);
    if (binned && binned.mark !== content.mark) {
      this.wrong.push(`${entry} comes back as ${content.mark}, and was ${binned.mark}`);
    }
    // Where another version of it is there by now, it is beside that.
    this.conflicts.add(id);
    if (!this.themes.has(id)) this.adds(id, content);
  }

  // What others do.

  /** They wrote a file of a theme's in the place of what it held, or of none; or took it away. */
  othersWrite(id: string, over: Content | undefined, content: Content | undefined): void {
    this.isDisturbed = true;
    // What they wrote themselves before is their own affair.
    if (over && !this.ours.has(over.mark)) this.precious.delete(over.mark);
    if (content) {
      this.marks.add(content.mark);
      this.precious.add(content.mark);
    }
    const kept = this.themes.get(id);
    if (!kept) return;
    const { mark } = newest(kept);
    // Both must be somewhere: in the theme, beside it, or as a version.
    const isNoted = !kept.isUnsure && kept.mayLackDraft !== true;
    if (content && isNoted && this.ours.has(mark)) this.precious.add(mark);
    kept.isUnsure = true;
    kept.undoes = undefined;
    if (!content) this.precious.delete(mark);
  }

  /** Foyer was ended: undo begins anew. `isOnDisk`: what was in memory alone is gone with it. */
  ended(isKilled: boolean, isOnDisk: (mark: string) => boolean): void {
    for (const mark of this.precious) if (isKilled && !isOnDisk(mark)) this.precious.delete(mark);
    for (const kept of this.themes.values()) {
      kept.undoes = undefined;
      if (isKilled) kept.isUnsure = kept.mayLackDraft = true;
    }
    if (isKilled) this.isDisturbed = true;
  }

  // What is shown.

  /** A theme is shown as saved; `isOnDisk` tells whether a file has that content in this moment. */
  isShownSaved(id: string, content: Content, isOnDisk: boolean): void {
    if (!isOnDisk) this.wrong.push(`${id} ${content.mark} is shown as saved, and is nowhere`);
    const kept = this.themes.get(id);
    const at = kept?.may.map((each) => same(each, content)).lastIndexOf(true) ?? -1;
    if (kept && at > 0) kept.may = kept.may.slice(at);
  }

  /** All that is listed, when nothing goes on; `isSomewhere` looks for a mark on the disk and in memory. */
  shows(
    list: readonly ShownTheme[],
    bin: readonly { entry: string; mark: string }[],
    isSomewhere: (mark: string) => boolean,
  ): void {
    const shown = new Map(list.map((each) => [each.id, each]));
    if (shown.size < list.length) this.wrong.push('a theme is listed twice');
    for (const [id, kept] of [...this.themes]) {
      const there = shown.get(id);
      if (!there) {
        if (!this.isDisturbed && !kept.isUnsure) this.wrong.push(`${id} is not listed any more`);
        const { mark } = newest(kept);
        if (!kept.isUnsure && !isSomewhere(mark)) this.wrong.push(`${id} ${mark} is gone`);
        this.themes.delete(id);
        continue;
      }
      this.#holds(id, kept, there);
    }
    for (const { id, mark, isConflict, name, tags } of list) {
      if (isConflict && !this.isDisturbed && !this.conflicts.has(id)) {
        this.wrong.push(`${id} is a conflict with nobody`);
      }
      if (isConflict) this.conflicts.add(id);
      if (this.themes.has(id)) continue;
      if (!this.isDisturbed) this.wrong.push(`${id} ${mark} comes from nowhere`);
      if (mark !== '' && !this.marks.has(mark)) this.wrong.push(`${id} ${mark} never was`);
      this.adds(id, { mark, name, tags });
    }
    const binned = new Map(bin.map(({ entry, mark }) => [entry, mark]));
    for (const [entry, { mark, mayBeBack }] of this.bin) {
      if (binned.get(entry) === mark) continue;
      if (mayBeBack && isSomewhere(mark)) {
        this.bin.delete(entry);
        continue;
      }
      this.wrong.push(`${entry} ${mark} is in the bin as ${String(binned.get(entry))}`);
    }
    for (const mark of this.precious) {
      if (!isSomewhere(mark)) this.wrong.push(`${mark} is nowhere any more`);
    }
    this.isDisturbed = false;
  }

  /** A theme is what was accepted last; where Foyer was killed, no older than what was shown as saved. */
  #holds(id: string, kept: Kept, there: ShownTheme): void {
    const last = newest(kept);
    const isOld = kept.isUnsure
      ? !kept.may.some((each) => same(each, there)) && !this.isDisturbed
      : !same(last, there);
    if (isOld) this.#wrong(`${id} is`, there, last);
    if (kept.isUnsure && !same(last, there)) kept.undoes = undefined;
    kept.may = [{ mark: there.mark, name: there.name, tags: there.tags }];
    kept.isUnsure = false;
  }

  #wrong(what: string, is: Content, must: Content): void {
    const text = ({ mark, name, tags }: Content): string => [mark, name, tags].join('|');
    this.wrong.push(`${what} ${text(is)}, and was ${text(must)}`);
  }
}
