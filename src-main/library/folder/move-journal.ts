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

const format = storedFormats['library-move'];
/** How long one that can't be read is waited for, again and again, milliseconds. */
const patience: readonly number[] = [20, 60, 120, 300];

const movedFileSchema = z.object({
  /** Its name in the old folder. */
  name: z.string(),
  /** The name under which its copy is made. */
  target: z.string(),
  /** What was to be copied, the newest last: a file may change while others are copied. */
  hashes: z.array(z.string()).min(1),
  /** Nothing newer was in it once the library had moved: what differs from that is for those who go on there. */
  isUpToDate: z.boolean().optional(),
});
/** A file that a move copies. */
export type MovedFile = z.infer<typeof movedFileSchema>;

const keptFileSchema = z.object({ name: z.string(), target: z.string() });
/** A file of which the new folder held the same before: neither of them is the move's to remove. */
export type KeptFile = z.infer<typeof keptFileSchema>;

const moveSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** That of the old folder, where its disk tells; an earlier Foyer did not note it. */
  mark: z.string().optional(),
  files: z.array(movedFileSchema),
  /** An earlier Foyer did not note them. */
  kept: z.array(keptFileSchema).default([]),
  /** The library lies in the new folder: there is no way back, only originals that have to go. */
  isChosen: z.boolean(),
});
/** A move of the library that is under way, or was when Foyer ended. */
export type LibraryMove = z.infer<typeof moveSchema>;

const journalSchema = z.looseObject({
  format: z.literal(format),
  move: moveSchema.nullable(),
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
      initial: () => ({ format, move: null, unlisted: [] }),
    });
  }

  /**
   * The move that did not end, if there is one; a damaged journal has none. `unknown`: a newer Foyer
   * keeps the journal, and only that one can tell.
   * @throws ProblemError storageNotRead where the disk does not let it be read, also after a while:
   *   there may be one
   */
  async read(): Promise<LibraryMove | 'unknown' | null> {
    const read = await this.#read();
    if (read.state === 'newer') return read.content['move'] === null ? null : 'unknown';
    return read.state === 'ok' ? read.value.move : null;
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
    const mark = await folderMark(from);
    await this.#document.readOrRecover();
    await this.#document.update((journal) => ({
      ...journal,
      move: {
        from,
        to,
        ...(mark !== undefined && { mark }),
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
    await this.#document.update(({ move, ...journal }) => ({
      ...journal,
      move: move === null ? null : { ...move, isChosen: true },
    }));
  }

  /** The move has ended, one way or the other. @throws StorageError, ProblemError storageNotRead */
  async end(): Promise<void> {
    await this.endBut([]);
  }

  /**
   * The same, but for the originals of these: nothing else that comes to lie in the old folder under an original's name
   * is the move's to remove. @throws StorageError, ProblemError storageNotRead
   */
  async endBut(files: readonly MovedFile[]): Promise<void> {
    const move = await this.read();
    if (move === null || move === 'unknown') return;
    // Originals go only once the library lies in the new folder.
    const rest = { ...move, files: [...files], kept: [], isChosen: true };
    await this.#document.update((journal) => ({
      ...journal,
      move: files.length === 0 ? null : rest,
    }));
  }

  /** The library's folder has another name since the move. @throws StorageError, ProblemError storageNotRead */
  async follow(before: string, folder: string): Promise<void> {
    const move = await this.read();
    if (move === null || move === 'unknown') return;
    const now = (path: string): string => (path === before ? folder : path);
    const { from, to } = move;
    if (from !== before && to !== before) return;
    await this.#document.update((journal) => ({
      ...journal,
      move: { ...move, from: now(from), to: now(to) },
    }));
  }

  /**
   * A person chose the folder for the library again, with what lies there: nothing of it is an original that has to go.
   * @throws StorageError, ProblemError storageNotRead
   */
  async stayIn(folder: string): Promise<void> {
    const move = await this.read();
    if (move === null || move === 'unknown') return;
    if (move.isChosen && move.from === folder) await this.end();
  }
}
