/** Takes another folder for the library, with the themes or without. */
import { ProblemError } from '@shared/problem-error';
import { storageProblemError, type DocumentFolder } from '../../storage/storage';
import type { OpenThemes } from '../editing/open-themes';
import type { LibraryOptions } from '../library-options';
import { chosenFolder } from './chosen-folder';
import { forgetFolder } from './folder-indexes';
import { FolderMove, type Moved } from './folder-move';
import { folderProblem } from './folder-problem';
import type { LibraryFolder } from './library-folder';
import type { LibraryTurns } from './library-turns';
import type { MoveJournal } from './move-journal';
import { settleMove } from './unended-move';

/** How often files are copied again because they changed meanwhile, before and in the change. */
const copyRounds = 5;

/** What taking another folder needs of the library. */
export interface FolderSwitchParts {
  readonly folder: LibraryFolder;
  readonly themes: OpenThemes;
  readonly journal: MoveJournal;
  /** What adds themes waits for its end, and it for what adds themes. */
  readonly turns: LibraryTurns;
  readonly options: Pick<
    LibraryOptions,
    'mayUse' | 'profileFolder' | 'moveBegins' | 'movedTo' | 'isMoved' | 'moveEnded' | 'log'
  >;
}

/** Lets the library lie in another folder, with its themes or without. */
export class FolderSwitch {
  readonly #parts: FolderSwitchParts;
  readonly #folder: LibraryFolder;
  readonly #themes: OpenThemes;

  /** How many folders were chosen, and which of these choices was carried out last. */
  #asked = 0;
  #taken = 0;

  constructor(parts: FolderSwitchParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
    this.#themes = parts.themes;
  }

  /**
   * Takes another folder, with the themes of this one if `isMove`. All or nothing, in this order:
   * the files are copied, the choice is kept, the library looks there, the originals go. When it
   * throws, the library is where it was. Only what lay in the folder that was shown when this was asked is
   * moved.
   * @throws ProblemError storage…, libraryFolder…, libraryReplaced, or that of a theme that could not be saved
   */
  async use(path: string, isMove: boolean): Promise<Moved> {
    const { options, turns } = this.#parts;
    const choice = (this.#asked += 1);
    const asked = this.#folder.path;
    const assertSame = this.#folder.assertSame();
    const folder = await chosenFolder(path, asked, options);
    try {
      await folder.list();
    } catch (error) {
      const why = folderProblem(error, folder.path);
      // Only the library's own folder is tried again.
      if (why.problem.code !== 'storageNotRead') throw why;
      const refused = { code: 'libraryFolderRefused', path, reason: 'notAFolder' } as const;
      throw new ProblemError(refused, { cause: error });
    }
    if (isMove) await this.#folder.start();
    return turns.ofAny(async () => {
      if (isMove) assertSame();
      // What is chosen last holds, whichever disk answers first, where it can be chosen from there.
      if (choice < this.#taken) throw new ProblemError({ code: 'libraryReplaced' });
      const before = this.#folder.path;
      if (before !== asked && before !== path) await chosenFolder(path, before, options);
      await this.settleMove();
      const move =
        isMove && !this.#folder.current.unmade.isUnmade
          ? await this.#begin(before, folder.path)
          : undefined;
      const isRenamed = move === undefined && (await this.#isRenamedTo(folder.path));
      let known: readonly string[] = [];
      try {
        const change = async (): Promise<void> => {
          await this.#bringAll(move);
          known = isMove ? [...this.#folder.state.index.files] : [];
          await this.#switchTo(folder, move, isRenamed);
        };
        await (isRenamed ? this.#themes.whileSavedIn(folder, change) : change());
        this.#taken = choice;
      } catch (error) {
        await move?.undo();
        throw storageProblemError(error, folder.path);
      }
      // From here on the library lies there: what goes wrong is the new folder's own problem.
      await this.#folder.libraries.keep();
      try {
        const started = this.#folder.start();
        // Also where it can't be looked into at the moment: what is newest in the old folder has to come along.
        await started.catch(() => undefined);
        if (isRenamed) await this.#parts.journal.follow(before, folder.path);
        await move?.finish();
        await started;
        await (move ? move.end() : this.#parts.journal.stayIn(folder.path));
        // What could not be found there, on a disk that is away, was not moved.
        const isAll = known.every((file) => move?.targetOf(file) !== undefined);
        if (move?.isWhole === true && isAll) await this.#forgetFolder(before);
        if (move) options.moveEnded?.(folder.path);
      } catch (error) {
        options.log.warn('library.moveNotEnded', { error: String(error) });
      }
      this.#folder.state.catalogue.announceAll();
      return move?.result ?? { moved: 0, left: 0, kept: 0 };
    });
  }

  /** Whether that is the library's own folder, which is not any more where it was. Never rejects. */
  async #isRenamedTo(path: string): Promise<boolean> {
    const { libraries, id, path: before } = this.#folder;
    const [there, here] = [await libraries.markOf(path), await libraries.markOf(before)];
    return libraries.withMark(there) === id && libraries.withMark(here) !== id;
  }

  /** @throws ProblemError libraryFolderRefused, storage… */
  async #begin(from: string, to: string): Promise<FolderMove> {
    try {
      this.#parts.options.moveBegins?.(to, from);
      return await FolderMove.begin(from, to, this.#parts.journal, (name) => this.#isOther(name));
    } catch (error) {
      throw storageProblemError(error, to);
    }
  }

  /** Whether a file was read and no theme was found in it, nor was there one before, as far as anybody knows. */
  #isOther(name: string): boolean {
    const { catalogue, index } = this.#folder.state;
    const isDamaged = catalogue.problemOf(name)?.code === 'fileDamaged';
    return isDamaged && catalogue.idIn(name) === undefined && index.lastIn(name) === undefined;
  }

  /** Ends a move during which Foyer was killed. Never rejects: it is tried at the next start. */
  async settleMove(): Promise<void> {
    const { log, isMoved, moveEnded } = this.#parts.options;
    try {
      const { path } = this.#folder;
      if (await settleMove(path, this.#parts.journal, isMoved)) log.info('library.moveSettled');
      // Also without one: Foyer may have been killed right after its end.
      moveEnded?.(path);
    } catch (error) {
      log.warn('library.moveNotSettled', { error: String(error) });
    }
  }

  /**
   * Saves every theme and copies what is to be moved. What is edited meanwhile is saved and copied
   * again, and so is what others change; but who never rests does not hold up the move: what is newer
   * in the old folder at its end comes along then.
   */
  async #bringAll(move: FolderMove | undefined): Promise<void> {
    for (let round = 1; ; round += 1) {
      // What others did to the files has to be known before: a renamed file is no copy.
      if (move !== undefined) await this.#folder.lookAgain();
      await this.#themes.saveAll();
      const isAnyCopied = (await move?.copy()) === true;
      if (this.#themes.isAnyUnsaved) continue;
      if (!isAnyCopied || round >= copyRounds) return;
    }
  }

  /** Nobody edits from the last look at what is unsaved up to the change. */
  #switchTo(
    folder: DocumentFolder,
    move: FolderMove | undefined,
    isRenamed: boolean,
  ): Promise<void> {
    return this.#themes.whileNoneIsOpened(async () => {
      const mark = await this.#folder.libraries.markOf(folder.path);
      await this.#bringAll(move);
      // Without a wait since the last look, so that no edit falls between.
      const release = this.#themes.holdAll();
      try {
        const from = move || isRenamed ? this.#folder.path : undefined;
        await this.#parts.options.movedTo?.(folder.path, from, isRenamed);
      } catch (error) {
        release();
        throw error;
      }
      const { state, sync } = this.#folder.current;
      const { catalogue, index } = state;
      // What stays there isn't its own.
      if (move !== undefined) index.noteNoLibrary();
      await index.close(() => sync.notedCopies);
      const owners = move && new Set(catalogue.files.flatMap((file) => move.targetOf(file) ?? []));
      this.#themes.forgetOpening();
      this.#folder.giveWayTo(folder, owners, mark);
    });
  }

  /** The library has left the folder with all that was in it: what it missed there it misses here. */
  async #forgetFolder(folder: string): Promise<void> {
    const { state } = this.#folder;
    const { profileFolder } = this.#parts.options;
    state.index.missAll(await forgetFolder(profileFolder, folder, state.folder.place()));
    state.indexSoon();
  }
}
