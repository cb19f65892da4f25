/** Which themes there are, and how the windows hear of changes. */
import type { LibraryChange, LibrarySnapshot, ThemeSummary } from '@shared/library';
import type { Problem } from '@shared/problem';
import { timesUnlinkedFrom } from '@shared/theme/theme';
import { templateOf, type ThemeCard } from './theme-card';
import { sameJson } from '../editing/theme-patch';

/** How long edits are gathered before the list is told, in ms. */
const gatherMs = 40;

/**
 * Whether a file with that problem hides no theme of this library: it was read, and what is wrong is in it, or it is
 * another person's to read.
 */
function hidesNothing(problem: Problem): boolean {
  const { code } = problem;
  if (code === 'storageNotRead') return problem.isForbidden === true;
  return code === 'fileDamaged' || code === 'fileNewer';
}

interface FiledCard {
  readonly file: string;
  readonly card: ThemeCard;
}

/** Which themes there are and in which files, and the telling of what changed. */
export class ThemeCatalogue {
  readonly #byId = new Map<string, FiledCard>();
  readonly #idByFile = new Map<string, string>();
  /** The themes that have a template of that id, at whatever place. */
  readonly #byTemplate = new Map<string, Set<string>>();
  /** The themes that a person has unlinked from some template. */
  readonly #unlinked = new Set<string>();
  readonly #names = new Tally();
  /** In lower case: some disks take `A.json` and `a.json` for one file. */
  readonly #files = new Tally();
  readonly #unreadable = new Map<string, Problem>();
  readonly #summary: (card: ThemeCard) => ThemeSummary;
  readonly #notify: (change: LibraryChange) => void;
  readonly #touched = new Set<string>();
  #unreadableChanged = false;
  #folderProblem: Problem | null = null;
  #folderProblemChanged = false;
  #revision: number;
  #timer: NodeJS.Timeout | undefined;

  /** `revision` is that of the catalogue before, whose listeners go on listening to this one. */
  constructor(
    summary: (card: ThemeCard) => ThemeSummary,
    notify: (change: LibraryChange) => void,
    revision = 0,
  ) {
    this.#summary = summary;
    this.#notify = notify;
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  get ids(): string[] {
    return [...this.#byId.keys()];
  }

  /** The files that hold a theme. */
  get files(): string[] {
    return [...this.#idByFile.keys()];
  }

  card(id: string): ThemeCard | undefined {
    return this.#byId.get(id)?.card;
  }

  fileOf(id: string): string | undefined {
    return this.#byId.get(id)?.file;
  }

  idIn(file: string): string | undefined {
    return this.#idByFile.get(file);
  }

  /** Whether there may be themes that are not in the catalogue: in what can't be read. */
  get mayHideThemes(): boolean {
    return this.#unreadable.size > 0 || this.#folderProblem !== null;
  }

  /** Why something that may hold any theme could not be looked at. */
  get unreadProblem(): Problem | undefined {
    const unread = [...this.#unreadable.values()].find((problem) => !hidesNothing(problem));
    return this.#folderProblem ?? unread;
  }

  problemOf(file: string): Problem | undefined {
    return this.#unreadable.get(file);
  }

  hasName(name: string): boolean {
    return this.#names.has(name);
  }

  /** Whether a file of that name is known; asked in lower case. */
  hasFile(lowerCaseName: string): boolean {
    return this.#files.has(lowerCaseName);
  }

  /** Puts a theme in its file's place; what was known under either is replaced. */
  put(file: string, card: ThemeCard): void {
    const other = this.#idByFile.get(file);
    if (other !== undefined && other !== card.id) this.drop(other);
    const before = this.#byId.get(card.id);
    if (before !== undefined) this.#unname(before);
    this.#name({ file, card });
  }

  /** Themes lie in other files; all at once, because they may have each other's. */
  rename(files: ReadonlyMap<string, string>): void {
    const placed = [...files].flatMap(([id, file]) => {
      const before = this.#byId.get(id);
      return before === undefined ? [] : [{ before, after: { file, card: before.card } }];
    });
    for (const { before } of placed) this.#unname(before);
    for (const { after } of placed) this.#name(after);
  }

  drop(id: string): void {
    const before = this.#byId.get(id);
    if (before === undefined) return;
    this.#byId.delete(id);
    this.#unname(before);
    this.#touched.add(id);
  }

  /** The themes that have one of its templates may have lost it by what became of this one, or got it. */
  touchLinked({ publications }: ThemeCard): void {
    for (const { templateId } of Object.values(publications)) {
      for (const id of this.#byTemplate.get(templateId) ?? []) this.#touched.add(id);
    }
  }

  markUnreadable(file: string, problem: Problem): void {
    if (sameJson(this.#unreadable.get(file), problem)) return;
    if (!this.#unreadable.has(file)) this.#files.add(file.toLowerCase());
    this.#unreadable.set(file, problem);
    this.#unreadableChanged = true;
  }

  clearUnreadable(file: string): void {
    if (!this.#unreadable.delete(file)) return;
    this.#files.take(file.toLowerCase());
    this.#unreadableChanged = true;
  }

  /** The themes whose files link them to the template; only one of them has it. */
  linkedTo(key: string, templateId: string): ThemeCard[] {
    const ids = [...(this.#byTemplate.get(templateId) ?? [])];
    return ids
      .flatMap((id) => this.card(id) ?? [])
      .filter((card) => templateOf(card, key) === templateId);
  }

  /** Whether a person has unlinked one of them from the template. */
  wasUnlinkedFrom(key: string, templateId: string): boolean {
    const cards = [...this.#unlinked].flatMap((id) => this.card(id) ?? []);
    return cards.some((card) => timesUnlinkedFrom(card, key, templateId) > 0);
  }

  /** Whether the folder can be looked at; `null` is well. */
  setFolderProblem(problem: Problem | null): void {
    if (problem?.code === this.#folderProblem?.code) return;
    this.#folderProblem = problem;
    this.#folderProblemChanged = true;
  }

  /** Tells what was touched since the last time, soon: edits of one gesture come together. */
  announceSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.announce();
    }, gatherMs);
  }

  /** Tells what was touched since the last time, now. */
  announce(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const isOnlyTouched = !this.#unreadableChanged && !this.#folderProblemChanged;
    if (this.#touched.size === 0 && isOnlyTouched) return;
    this.#tell(1);
  }

  #tell(steps: number): void {
    const upserted: ThemeSummary[] = [];
    const removed: string[] = [];
    for (const id of this.#touched) {
      const placed = this.#byId.get(id);
      if (placed === undefined) removed.push(id);
      else upserted.push(this.#summary(placed.card));
    }
    this.#touched.clear();
    const unreadable = this.#unreadableChanged ? { unreadable: this.#unreadableList() } : {};
    const folder = this.#folderProblemChanged ? { folderProblem: this.#folderProblem } : {};
    this.#unreadableChanged = false;
    this.#folderProblemChanged = false;
    this.#revision += steps;
    this.#notify({ revision: this.#revision, upserted, removed, ...unreadable, ...folder });
  }

  /** Tells each theme as if it had been touched: what waits for one of them may go on. */
  announceEach(): void {
    for (const id of this.#byId.keys()) this.#touched.add(id);
    this.announce();
  }

  /**
   * Every theme changed (a connection came or went): a gap makes the windows look anew. What was touched is told with
   * that: others wait for themes that come.
   */
  announceAll(): void {
    this.#tell(2);
  }

  snapshot(library: Pick<LibrarySnapshot, 'ids' | 'folder'>): LibrarySnapshot {
    this.announce();
    return {
      ...library,
      revision: this.#revision,
      themes: [...this.#byId.values()].map(({ card }) => this.#summary(card)),
      unreadable: this.#unreadableList(),
      folderProblem: this.#folderProblem,
    };
  }

  /** No announcement any more. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #unreadableList(): { file: string; problem: Problem }[] {
    return [...this.#unreadable].map(([file, problem]) => ({ file, problem }));
  }

  #name(placed: FiledCard): void {
    const { file, card } = placed;
    // A theme that is there already keeps its place in the order.
    this.#byId.set(card.id, placed);
    this.#idByFile.set(file, card.id);
    this.#names.add(card.name);
    this.#files.add(file.toLowerCase());
    for (const { templateId } of Object.values(card.publications)) {
      const ids = this.#byTemplate.get(templateId);
      if (ids === undefined) this.#byTemplate.set(templateId, new Set([card.id]));
      else ids.add(card.id);
    }
    if (card.unlinked !== undefined) this.#unlinked.add(card.id);
    this.touchLinked(card);
    this.clearUnreadable(file);
    this.#touched.add(card.id);
  }

  #unname({ file, card }: FiledCard): void {
    this.#idByFile.delete(file);
    this.#names.take(card.name);
    this.#files.take(file.toLowerCase());
    this.#unlinked.delete(card.id);
    this.touchLinked(card);
    for (const { templateId } of Object.values(card.publications)) {
      const ids = this.#byTemplate.get(templateId);
      ids?.delete(card.id);
      if (ids?.size === 0) this.#byTemplate.delete(templateId);
    }
  }
}

/** How often each text is there. */
class Tally {
  readonly #counts = new Map<string, number>();

  has(text: string): boolean {
    return this.#counts.has(text);
  }

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  take(text: string): void {
    const left = (this.#counts.get(text) ?? 0) - 1;
    if (left > 0) this.#counts.set(text, left);
    else this.#counts.delete(text);
  }
}
