/** Takes another folder for the library, with the themes or without. */
import { storageProblemError, type DocumentFolder, type TaskQueue } from '../../storage/storage';
import type { OpenThemes } from '../editing/open-themes';
import type { LibraryOptions } from '../library-options';
import { forgetFolder } from './folder-indexes';
import { FolderMove, settleMove, type Moved } from './folder-move';
import { folderProblem } from './folder-problem';
import type { LibraryFolder } from './library-folder';
import type { MoveJournal } from './move-journal';

/** What taking another folder needs of the library. */
export interface FolderSwitchParts {
  readonly folder: LibraryFolder;
  readonly themes: OpenThemes;
  readonly journal: MoveJournal;
  /** What adds themes waits for its end, and it for what adds themes. */
  readonly queue: TaskQueue;
  readonly options: Pick<LibraryOptions, 'profileFolder' | 'movedTo' | 'log'>;
}

/** Lets the library lie in another folder, with its themes or without. */
export class FolderSwitch {
  readonly #parts: FolderSwitchParts;
  readonly #folder: LibraryFolder;
  readonly #themes: OpenThemes;

  constructor(parts: FolderSwitchParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
    this.#themes = parts.themes;
  }

  /**
   * Takes another folder, with the themes of this one if `isMove`. All or nothing, in this order:
   * the files are copied, the choice is kept, the library looks there, the originals go. When it
   * throws, the library is where it was.
   * @throws ProblemError storage…, libraryFolderRefused, or that of a theme that could not be saved
   */
  async use(folder: DocumentFolder, isMove: boolean): Promise<Moved> {
    try {
      await folder.list();
    } catch (error) {
      throw folderProblem(error, folder.path);
    }
    if (isMove) await this.#folder.start();
    return this.#parts.queue.run(async () => {
      await this.settleMove();
      const before = this.#folder.path;
      const move =
        isMove && !this.#folder.current.unmade.isUnmade
          ? await FolderMove.begin(before, folder.path, this.#parts.journal).catch(
              (error: unknown) => {
                throw storageProblemError(error, folder.path);
              },
            )
          : undefined;
      try {
        // What is edited meanwhile is saved and copied again.
        do await this.#settleAndSave(move);
        while ((await move?.copy()) === true || this.#themes.isAnyUnsaved);
        await this.#switchTo(folder, move);
      } catch (error) {
        await move?.undo();
        throw storageProblemError(error, folder.path);
      }
      // From here on the library lies there: what goes wrong is the new folder's own problem.
      try {
        await this.#folder.start();
        await move?.finish();
        if (move?.isWhole === true) await this.#forgetFolder(before);
      } catch (error) {
        this.#parts.options.log.warn('library.moveNotEnded', { error: String(error) });
      }
      this.#folder.state.catalogue.announceAll();
      return move?.result ?? { moved: 0, left: 0, kept: 0 };
    });
  }

  /** Ends a move during which Foyer was killed. Never rejects: it is tried at the next start. */
  async settleMove(): Promise<void> {
    const { log } = this.#parts.options;
    try {
      if (await settleMove(this.#folder.path, this.#parts.journal)) log.info('library.moveSettled');
    } catch (error) {
      log.warn('library.moveNotSettled', { error: String(error) });
    }
  }

  /** Before a move, what others did to the files has to be known: a renamed file is no copy. */
  async #settleAndSave(move: FolderMove | undefined): Promise<void> {
    if (move !== undefined) await this.#folder.lookAgain();
    await this.#themes.saveAll();
  }

  /** Nobody edits from the last look at what is unsaved up to the change. */
  #switchTo(folder: DocumentFolder, move: FolderMove | undefined): Promise<void> {
    return this.#themes.whileNoneIsOpened(async () => {
      do await this.#settleAndSave(move);
      while ((await move?.copy()) === true || this.#themes.isAnyUnsaved);
      // Without a wait since the last look, so that no edit falls between.
      const release = this.#themes.holdAll();
      try {
        await this.#parts.options.movedTo?.(folder.path);
      } catch (error) {
        release();
        throw error;
      }
      const { catalogue, index } = this.#folder.state;
      await index.close();
      const owners = catalogue.files.flatMap((file) => move?.targetOf(file) ?? []);
      this.#themes.forgetOpening();
      this.#folder.giveWayTo(folder, new Set(owners));
    });
  }

  /** The library has left the folder with all that was in it: what it missed there it misses here. */
  async #forgetFolder(folder: string): Promise<void> {
    const { state } = this.#folder;
    state.index.missAll(await forgetFolder(this.#parts.options.profileFolder, folder));
    state.indexSoon();
  }
}
