/** Tells files that were renamed from files that were copied. */
import type { Problem } from '@shared/problem';
import type { FolderRead } from '../../storage/storage';
import type { GoodFile, GoodRead, FolderState } from './folder-state';
import { likeliestFirst, type OwnFileCandidate } from './own-file';
import { readThemeFile, type ThemeFile } from './theme-file';

/** A file that is there, well or not. */
export type TheirRead = FolderRead & { readonly state: 'ok' | 'damaged' };

interface FoundFile {
  readonly read: TheirRead;
  readonly file: ThemeFile;
}

/** A file that may be the theme's or a copy of it, and why that can't be told. */
export interface UndecidedFile {
  readonly file: string;
  /** The one that had the theme. */
  readonly ownFile: string;
  readonly problem: Problem;
}

/** One that holds a theme. */
interface FoundTheme {
  readonly read: GoodRead;
  readonly file: GoodFile;
}

/**
 * What lies in files that changed, and in each file in which the catalogue has one of their themes: only
 * all of them together tell a file that was renamed from one that was copied.
 */
export class FoundFiles {
  readonly #state: FolderState;
  readonly #files = new Map<string, FoundFile>();
  readonly #gone: Set<string>;

  private constructor(state: FolderState, gone: ReadonlySet<string>) {
    this.#state = state;
    this.#gone = new Set(gone);
  }

  /** Never throws. `gone`: files that went away at the same time. */
  static async around(
    state: FolderState,
    reads: readonly TheirRead[],
    gone: ReadonlySet<string>,
  ): Promise<FoundFiles> {
    const found = new FoundFiles(state, gone);
    for (const read of reads) found.#add(read);
    // What is added on the way is looked at as well.
    for (const { file } of found.#files.values()) {
      const ownFile = file.state === 'unreadable' ? undefined : state.fileHolding(file.document.id);
      if (ownFile === undefined || found.#files.has(ownFile) || found.#gone.has(ownFile)) continue;
      const there = await state.folder.read(ownFile);
      if (there.state === 'missing') found.#gone.add(ownFile);
      else found.#add(there);
    }
    return found;
  }

  /** The themes that they hold, and the files of those. */
  get themes(): readonly { readonly id: string; readonly file: string }[] {
    return [...this.#files.values()].flatMap(({ read, file }) =>
      file.state === 'ok' ? [{ id: file.document.id, file: read.name }] : [],
    );
  }

  /**
   * The rest, in the order in which they are to be taken: those whose themes are known before new
   * ones, which may lack what a known one has let go of. Of the known ones, what lies in their own files comes
   * first: a copy of one is a version of what that is now.
   */
  get known(): readonly TheirRead[] {
    const renamed = this.renamed();
    const isOwn = ({ read, file }: FoundFile): boolean => {
      // A copy of what was damaged came beside it, and may be how it was mended.
      if (file.state === 'unreadable') return true;
      const { id } = file.document;
      return read.name === (renamed.get(id) ?? this.#state.fileHolding(id));
    };
    const known = this.#decided.filter(({ file }) => !this.#isNew(file));
    known.sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
    return known.map(({ read }) => read);
  }

  get fresh(): readonly TheirRead[] {
    const fresh = this.#decided.flatMap(({ read, file }) =>
      file.state !== 'unreadable' && read.state === 'ok' && this.#isNew(file)
        ? [{ read, file }]
        : [],
    );
    const likeliest = likeliestFirst(undefined);
    fresh.sort((one, other) => likeliest(asCandidate(one), asCandidate(other)));
    return fresh.map(({ read }) => read);
  }

  /**
   * Those whose themes may be in their own files as well: those can't be read for a moment, so nobody
   * knows whether these are copies.
   */
  get undecided(): readonly UndecidedFile[] {
    return [...this.#files.values()].flatMap(({ read, file }) => {
      if (file.state === 'unreadable') return [];
      const ownFile = this.#state.fileHolding(file.document.id);
      if (ownFile === undefined || ownFile === read.name) return [];
      const there = this.#files.get(ownFile);
      if (there?.file.state !== 'unreadable' || !isBusy(there.read)) return [];
      return [{ file: read.name, ownFile, problem: there.file.problem }];
    });
  }

  get #decided(): readonly FoundFile[] {
    const undecided = new Set(this.undecided.map(({ file }) => file));
    return [...this.#files.values()].filter(({ read }) => !undecided.has(read.name));
  }

  /** The files that themes were renamed to, by the themes' ids. */
  renamed(): ReadonlyMap<string, string> {
    const { catalogue, open } = this.#state;
    const targets = new Map<string, FoundTheme>();
    for (const { read, file } of this.#files.values()) {
      if (file.state === 'unreadable' || read.state !== 'ok') continue;
      const { id } = file.document;
      const ownFile = this.#state.fileHolding(id);
      if (ownFile === undefined || ownFile === read.name || !this.#isVacated(ownFile, id)) continue;
      const other = targets.get(id);
      const likeliest = likeliestFirst(this.#state.index.lastIn(ownFile), open.get(id)?.hash);
      if (other === undefined || likeliest(asCandidate({ read, file }), asCandidate(other)) < 0) {
        targets.set(id, { read, file });
      }
    }
    // What is unsaved of a theme whose place is taken is kept: the next save puts it beside.
    for (let isStable = false; !isStable;) {
      isStable = true;
      for (const [id, { read }] of targets) {
        const there = catalogue.idIn(read.name);
        const isKept = there !== undefined && !targets.has(there) && open.get(there)?.isUnsaved;
        if (isKept !== true) continue;
        targets.delete(id);
        isStable = false;
      }
    }
    return new Map([...targets].map(([id, { read }]) => [id, read.name]));
  }

  #add(read: TheirRead): void {
    // Read before something newer was: taken over, it would put back what is not on the disk.
    if (!this.#state.folder.isCurrent(read)) return;
    const file = readThemeFile(read, this.#state.pathOf(read.name));
    this.#files.set(read.name, { read, file });
  }

  #isNew(file: ThemeFile): boolean {
    if (file.state === 'unreadable') return false;
    return this.#state.fileHolding(file.document.id) === undefined;
  }

  /** Whether the theme isn't in its file any more; one that can't be read may be. */
  #isVacated(ownFile: string, id: string): boolean {
    if (this.#gone.has(ownFile)) return true;
    const there = this.#files.get(ownFile)?.file;
    return there !== undefined && there.state !== 'unreadable' && there.document.id !== id;
  }
}

function asCandidate({ read: { hash, stamp }, file }: FoundTheme): OwnFileCandidate {
  return { updatedAt: file.document.updatedAt, hash, stamp };
}

/** The disk does not let it be read for a moment: a scanner holds it, for example. */
function isBusy(read: TheirRead): boolean {
  if (read.state === 'ok' || read.damage.reason !== 'unreadable') return false;
  // Who may not read it today may not tomorrow.
  return read.damage.kind !== 'noPermission';
}
