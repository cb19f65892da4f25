import { ProblemError } from '@shared/problem-error';
import type { Publication, ThemeDocument } from '@shared/theme/theme';
import { libraryFileName, newId, storageProblemError } from '../storage/storage';
import type { Bin, BinnedTheme } from './bin';
import type { FolderChanges } from './folder-changes';
import type { KnownThemes } from './known-themes';
import { readThemeFile, writeThemeFile } from './theme-file';

/** How often a file is read again because others changed it before it could be removed. */
const attempts = 3;

/** Moves themes between the folder and the bin: in the one before they leave the other. */
export class BinMoves {
  readonly #known: KnownThemes;
  readonly #changes: FolderChanges;
  readonly #bin: Bin;
  readonly #untitled: () => string;

  constructor(known: KnownThemes, changes: FolderChanges, bin: Bin, untitled: () => string) {
    this.#known = known;
    this.#changes = changes;
    this.#bin = bin;
    this.#untitled = untitled;
  }

  /** Moves a theme to the bin, its newest edits with it. Tells whether it was there. */
  async remove(id: string): Promise<boolean> {
    const known = this.#known;
    const { folder } = known;
    await known.open.get(id)?.saveOrThrow();
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const name = known.shelf.fileOf(id);
      if (name === undefined) return false;
      const path = known.pathOf(name);
      try {
        const read = await folder.read(name);
        if (read.state === 'missing') {
          known.forget(id);
          return false;
        }
        const file = readThemeFile(read, path);
        if (read.state !== 'ok' || file.state === 'unreadable') {
          await this.#changes.takeRead(read, new Set());
          if (file.state === 'unreadable') throw new ProblemError(file.problem);
          return false;
        }
        const { publications } = file.document;
        await this.#bin.put({
          id,
          file: name,
          folder: folder.path,
          text: read.text,
          publications,
        });
        if ((await folder.remove(name, read.hash)) === 'removed') {
          known.forget(id);
          return true;
        }
      } catch (error) {
        throw storageProblemError(error, path);
      }
    }
    const path = known.pathOf(known.shelf.fileOf(id) ?? id);
    throw new ProblemError({ code: 'storageFailed', path, detail: 'changed by others' });
  }

  /** Takes a theme out of the bin. @throws ProblemError notFound */
  async restore(id: string): Promise<void> {
    const known = this.#known;
    const { folder } = known;
    const place = known.shelf.fileOf(id);
    const binned = await this.#bin.find(id);
    if (binned === undefined) {
      // Back already, by an earlier call.
      if (place !== undefined) return;
      throw new ProblemError({ code: 'notFound', what: 'theme' });
    }
    // Back already, by hand or by a sync program. Another version of it becomes a theme of its own.
    if (place !== undefined && (await this.#isIn(place, binned.text))) {
      await this.#take(id);
      return;
    }
    const isFree = !known.shelf.hasFile(binned.file.toLowerCase());
    const file = isFree
      ? binned.file
      : libraryFileName(this.#untitled(), newId(), (each) => known.shelf.hasFile(each));
    try {
      const result = await folder.write(file, binned.text, 'absent');
      const name = result.outcome === 'written' ? file : result.conflictName;
      const read = await folder.read(name);
      if (read.state !== 'missing') await this.#changes.takeRead(read, new Set());
    } catch (error) {
      throw storageProblemError(error, known.pathOf(file));
    }
    await this.#take(id);
  }

  /** Whether the file holds the same as the text. */
  async #isIn(file: string, text: string): Promise<boolean> {
    const read = await this.#known.folder.read(file);
    return read.state === 'ok' && read.text === text;
  }

  async #take(id: string): Promise<void> {
    try {
      await this.#bin.take(id);
    } catch (error) {
      throw storageProblemError(error, id);
    }
  }

  /** Keeps what a service holds of a theme that is in the bin. @throws ProblemError notFound */
  async setPublication(id: string, key: string, publication: Publication): Promise<void> {
    const binned = await this.#bin.find(id);
    if (binned === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
    const publications = { ...binned.publications, [key]: publication };
    try {
      const document = JSON.parse(binned.text) as ThemeDocument;
      const text = writeThemeFile({ ...document, publications });
      const changed: BinnedTheme = { ...binned, publications, text };
      await this.#bin.replace(changed);
    } catch (error) {
      throw storageProblemError(error, binned.file);
    }
  }
}
