/** Keeps on the disk what a move of the library is about to do. */
import { join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import {
  folderMark,
  openDocument,
  StorageError,
  storageProblemError,
  type DocumentFile,
} from '../../storage/storage';
import { folderStepSchema, type FolderStep } from './folder-steps';
import {
  afterMove,
  moveSchema,
  sparing,
  withUnsettled,
  type LibraryMove,
  type MovedFile,
} from './library-move';

const format = storedFormats['library-move'];
/** How long one that can't be read is waited for, again and again, milliseconds. */
const patience: readonly number[] = [20, 60, 120, 300];

const journalSchema = z.looseObject({
  format: z.literal(format),
  /** The one that is under way. */
  move: moveSchema.nullable(),
  /** Those under way no more, taken back or not, with the files of which nobody knows yet that they are gone. */
  unsettled: z.array(moveSchema).default([]),
  /** Moves, with what led to them, that the list of libraries doesn't have yet. */
  unlisted: z.array(folderStepSchema).default([]),
});
type Journal = z.infer<typeof journalSchema>;

/**
 * What a move of the library is about to do, written down before it is done: a Foyer that was
 * killed meanwhile finds out which copies are its own, and which files have to go.
 */
export class MoveJournal {
  readonly #document: DocumentFile<Journal>;

  constructor(profileFolder: string) {
    this.#document = openDocument(join(profileFolder, 'library-move.json'), {
      format,
      schema: journalSchema,
      initial: () => ({ format, move: null, unsettled: [], unlisted: [] }),
    });
  }

  /**
   * The move that is under way, or was when Foyer ended, if there is one; a damaged journal has none. `unknown`: a newer Foyer
   * keeps the journal, and only that one can tell.
   * @throws ProblemError storageNotRead where the disk does not let it be read, also after a while:
   *   there may be one
   */
  async read(): Promise<LibraryMove | 'unknown' | null> {
    const read = await this.#read();
    if (read.state === 'newer') return read.content['move'] === null ? null : 'unknown';
    return read.state === 'ok' ? read.value.move : null;
  }

  /** The moves under way no more that left something to be removed. @throws ProblemError storageNotRead, as `read` */
  async unsettled(): Promise<readonly LibraryMove[]> {
    const read = await this.#read();
    return read.state === 'ok' ? read.value.unsettled : [];
  }

  /** Durable when it resolves. @throws StorageError */
  async keepUnsettled(unsettled: readonly LibraryMove[]): Promise<void> {
    await this.#document.update((journal) => ({ ...journal, unsettled: [...unsettled] }));
  }

  /** What the list of libraries doesn't have yet. @throws ProblemError storageNotRead, as `read` */
  async unlisted(): Promise<readonly FolderStep[]> {
    const read = await this.#read();
    return read.state === 'ok' ? read.value.unlisted : [];
  }

  /** Durable when it resolves. @throws StorageError */
  async keepUnlisted(unlisted: FolderStep[]): Promise<void> {
    await this.#document.readOrRecover();
    await this.#document.update((journal) => ({ ...journal, unlisted }));
  }

  async #read() {
    for (let attempt = 0; ; attempt += 1) {
      const read = await this.#document.read();
      if (read.state !== 'damaged' || read.damage.reason !== 'unreadable') return read;
      const pause = patience[attempt];
      if (pause === undefined) {
        const { path } = this.#document;
        throw storageProblemError(new StorageError('notRead', path), path);
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Durable when it resolves. @throws StorageError */
  async begin(from: string, to: string): Promise<void> {
    const [mark, toMark] = await Promise.all([folderMark(from), folderMark(to)]);
    await this.#document.readOrRecover();
    await this.#document.update(({ move, unsettled, ...journal }) => ({
      ...journal,
      unsettled: move?.isChosen === true ? withUnsettled(unsettled, move) : unsettled,
      move: {
        from,
        to,
        ...(mark !== undefined && { mark }),
        ...(toMark !== undefined && { toMark }),
        files: [],
        kept: [],
        isChosen: false,
      },
    }));
  }

  /** Notes what is copied next, and what need not be; durable when it resolves. @throws StorageError */
  async note({ files, kept }: Pick<LibraryMove, 'files' | 'kept'>): Promise<void> {
    await this.#document.update((journal) => {
      const { move } = journal;
      if (move === null) return journal;
      const byName = new Map(move.files.map((file) => [file.name, file]));
      // One that has changed since is copied after all.
      const news = new Set([...files, ...kept].map(({ name }) => name));
      const stillKept = move.kept.filter(({ name }) => !news.has(name));
      for (const { name } of kept) byName.delete(name);
      for (const file of files) {
        const before = byName.get(file.name);
        const hashes = before?.target === file.target ? before.hashes : [];
        byName.set(file.name, { ...file, hashes: [...hashes, ...file.hashes] });
      }
      return {
        ...journal,
        move: { ...move, files: [...byName.values()], kept: [...stillKept, ...kept] },
      };
    });
  }

  /** The library lies in the new folder. @throws StorageError */
  async chosen(): Promise<void> {
    await this.#document.update((journal) => {
      const { move, unsettled } = journal;
      if (move === null || move.isChosen) return journal;
      return {
        ...journal,
        move: { ...move, isChosen: true },
        unsettled: afterMove(unsettled, move),
      };
    });
  }

  /**
   * The move has ended, one way or the other, but for these files: nothing else that comes to lie under their names is
   * the move's to remove. @throws StorageError, ProblemError storageNotRead
   */
  async end(isChosen: boolean, files: readonly MovedFile[]): Promise<void> {
    const move = await this.read();
    if (move === null || move === 'unknown') return;
    await this.#document.update((journal) => ({
      ...journal,
      move: null,
      unsettled: withUnsettled(journal.unsettled, { ...move, isChosen }, files),
    }));
  }

  /** The library's folder has another name since the moves. @throws StorageError, ProblemError storageNotRead */
  async follow(before: string, folder: string): Promise<void> {
    const now = (path: string): string => (path === before ? folder : path);
    await this.#changeAll((moves) =>
      moves.map((move) => ({ ...move, from: now(move.from), to: now(move.to) })),
    );
  }

  /**
   * A person chose the folder for the library, with what lies there: nothing of it is a file that has to go.
   * @throws StorageError, ProblemError storageNotRead
   */
  async stayIn(folder: string): Promise<void> {
    await this.#changeAll((moves) => sparing(moves, folder));
  }

  /** Writes nothing where there are no moves. */
  async #changeAll(change: (moves: readonly LibraryMove[]) => LibraryMove[]): Promise<void> {
    const move = await this.read();
    const isAny = (move !== null && move !== 'unknown') || (await this.unsettled()).length > 0;
    if (!isAny) return;
    await this.#document.update((journal) => ({
      ...journal,
      move: journal.move && (change([journal.move])[0] ?? null),
      unsettled: change(journal.unsettled),
    }));
  }
}
