/** Files of themes that are not open: how they are read, and changed without opening them. */
import { ProblemError } from '@shared/problem-error';
import { storageProblemError } from '../../storage/storage';
import type { GoodFile, GoodRead } from '../folder/folder-state';
import { withLaterLinks } from '../folder/later-links';
import type { CurrentFolder } from '../folder/current-folder';
import type { LibraryFolder } from '../folder/library-folder';
import { isWritable, readThemeFile, writeThemeFile, type ShownTheme } from '../folder/theme-file';
import type { HistoryKeeper } from '../history/history-keeper';
import { editTime } from './edit-time';
import { sameJson } from './theme-patch';
import type { ThemeContent } from './theme-content';

/** How often something is tried again because others changed the file meanwhile. */
const attempts = 3;

/** A theme's file as it was read, and the folder in which the library lay then. */
export interface ReadTheme {
  readonly read: GoodRead;
  readonly file: GoodFile;
  /** With the links that the theme got since, where the disk did not let the file have them yet. */
  readonly document: ShownTheme;
  readonly current: CurrentFolder;
}

/** Reads and changes the files of themes that are not open. */
export class ClosedThemes {
  readonly #folder: LibraryFolder;
  readonly #keeper: HistoryKeeper;
  readonly #now: () => Date;

  constructor(folder: LibraryFolder, keeper: HistoryKeeper, now: () => Date) {
    this.#folder = folder;
    this.#keeper = keeper;
    this.#now = now;
  }

  /**
   * Reads the file of a theme that isn't open, in the folder in which the library lies when it was
   * read. Its ID is in use from then on (`FolderState.useId`) where it is read for `use` by it.
   * @throws ProblemError notFound, fileDamaged, fileNewer
   */
  async read(id: string, how: 'use' | 'look' = 'look'): Promise<ReadTheme> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const { current } = this.#folder;
      const { state, folder, sync } = current;
      const name = how === 'use' ? state.useId(id) : state.catalogue.fileOf(id);
      if (name === undefined) break;
      const read = await folder.read(name);
      if (current !== this.#folder.current) {
        // The library lies in another folder since: what was read is not what is there.
        await this.#folder.start();
        continue;
      }
      if (read.state === 'missing') {
        state.forget(id);
        state.catalogue.announce();
        break;
      }
      const file = readThemeFile(read, state.pathOf(name));
      if (read.state === 'ok' && file.state !== 'unreadable' && file.document.id === id) {
        if (state.index.find(name, read.stamp) === undefined) {
          // From here on the folder counts it as known, so the watcher won't tell of it any more.
          await sync.takeRead(read);
          state.catalogue.announce();
          // It got links that the theme had, for example.
          if (!folder.isCurrent(read) && attempt < attempts) continue;
        }
        const document =
          file.state === 'ok' ? withLaterLinks(read, file.document, state) : file.document;
        return { read, file, document, current };
      }
      // The theme may lie in another file, as that tells.
      await sync.takeRead(read);
      state.catalogue.announce();
      if (file.state === 'unreadable') throw new ProblemError(file.problem);
    }
    throw new ProblemError(this.#folder.state.problemOf(id) ?? { code: 'notFound', what: 'theme' });
  }

  /**
   * Changes the file of a theme that isn't open, whatever others wrote to it a moment ago. Nobody would
   * see its file being written over afterwards, so what is written is kept as a version.
   */
  async rewrite(id: string, change: (content: ThemeContent) => ThemeContent): Promise<void> {
    const { folder } = this.#folder.current;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const { read, document: present } = await this.read(id, 'use');
      const { name, tags, theme } = present;
      if (!isWritable(present)) throw new ProblemError({ code: 'themeReadOnly', name });
      const before = { name, tags, theme };
      const after = change(before);
      if (sameJson(before, after)) return;
      const document = {
        ...present,
        ...after,
        updatedAt: editTime(present.updatedAt, this.#now()),
      };
      try {
        const text = writeThemeFile(document, this.#folder.state.pathOf(read.name));
        const result = await folder.write(read.name, text, read.hash);
        if (result.outcome === 'written') {
          this.#folder.state.putWritten(read.name, document);
          await this.#keeper.rewritten(document, before);
          return;
        }
        // Ours is made anew from theirs, so that there is nothing to keep beside it.
        await folder.remove(result.conflictName, result.hash);
      } catch (error) {
        throw storageProblemError(error, this.#folder.state.pathOf(read.name));
      }
    }
    throw this.#folder.state.changedByOthers(id);
  }
}
