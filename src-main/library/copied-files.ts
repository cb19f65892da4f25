import type { ThemeDocument } from '@shared/theme/theme';
import type { ContentHash, FolderWrite } from '../storage/storage';
import type { GoodRead, KnownThemes } from './known-themes';
import type { LibraryLog } from './library';
import { cardOf } from './theme-card';
import { sameJson } from './theme-patch';

/** A file that came as a copy of a theme, and was given an id of its own. */
interface CopiedFile {
  readonly id: string;
  readonly file: string;
  /** What the file holds since it has its own id. */
  readonly written: ContentHash;
  /** What it held when it came. */
  readonly read: GoodRead;
  readonly of: ThemeDocument;
}

/**
 * Copies that others made while Foyer runs. Some programs rename a file by copying it and removing
 * the first one much later (rsync): a copy that nobody has touched by then is the theme itself, and
 * gets back what it came with. One that was asked for by its own id stays a theme of its own, because
 * a history, a publication or the outbox may know it by that.
 */
export class CopiedFiles {
  readonly #known: KnownThemes;
  readonly #log: LibraryLog;
  readonly #copies = new Map<string, CopiedFile>();

  constructor(known: KnownThemes, log: LibraryLog) {
    this.#known = known;
    this.#log = log;
  }

  note(copy: CopiedFile): void {
    this.#copies.set(copy.id, copy);
  }

  /** The file of the theme went away: tells whether a copy of it has become the theme. */
  async giveBack(id: string): Promise<boolean> {
    for (const copy of [...this.#copies.values()]) {
      if (copy.of.id !== id) continue;
      try {
        const theme = this.#known.open.get(id);
        const become = () => this.#becomes(copy);
        // A save that found the file gone meanwhile would put the theme beside it.
        if (await (theme?.betweenSaves(become) ?? become())) return true;
      } catch (error) {
        this.#log.error('library.idNotGivenBack', { file: copy.file, error: String(error) });
      }
    }
    return false;
  }

  async #becomes(copy: CopiedFile): Promise<boolean> {
    const known = this.#known;
    const { folder } = known;
    const { file, of } = copy;
    const card = known.shelf.card(copy.id);
    if (card === undefined || known.shelf.fileOf(copy.id) !== file) return false;
    if (!this.#isWhatItWas(copy)) return false;
    const read = await folder.read(file);
    if (read.state !== 'ok' || read.hash !== copy.written) return false;
    if (known.isHandedOut(copy.id)) return false;
    // Before the wait, so that nobody gets to know it by an id that it is about to lose.
    this.#copies.delete(copy.id);
    known.removed(copy.id);
    let result: FolderWrite;
    try {
      result = await folder.write(file, copy.read.text, copy.written);
    } catch (error) {
      // The file holds what it held.
      known.shelf.put(file, card);
      known.wasWritten(copy.id);
      throw error;
    }
    if (result.outcome === 'conflict') {
      // Somebody wrote it in that moment: it is a theme of its own, as the watcher will tell.
      known.shelf.put(file, card);
      await folder.remove(result.conflictName, result.hash);
      return false;
    }
    const place = known.shelf.fileOf(of.id);
    if (place !== undefined) known.index.delete(place);
    const theme = known.open.get(of.id);
    theme?.moveTo(file, result.hash);
    known.putWritten(file, theme?.document ?? of);
    this.#log.info('library.idGivenBack', { file });
    return true;
  }

  /** Whether the theme still was what the copy came as, when its file went away. */
  #isWhatItWas({ of, read }: CopiedFile): boolean {
    // Of what could not be read nothing else is left.
    if (this.#known.isSpoilt(of.id)) return true;
    const theme = this.#known.open.get(of.id);
    if (theme !== undefined) return theme.hash === read.hash;
    return sameJson(this.#known.shelf.card(of.id), cardOf(of, false));
  }
}
