/** One line for all that must not meet another change of the library as a whole. */
import { TaskQueue } from '../../storage/storage';
import type { LibraryFolder } from './library-folder';

/**
 * What adds themes, and what moves them to the bin, to another folder or back, is done in turn. By its turn, another
 * library may have taken the place of the one of which it was asked: what is said of themes is refused then.
 */
export class LibraryTurns {
  readonly #folder: Pick<LibraryFolder, 'start' | 'assertSame'>;
  readonly #queue = new TaskQueue();

  constructor(folder: Pick<LibraryFolder, 'start' | 'assertSame'>) {
    this.#folder = folder;
  }

  /**
   * Runs in its turn what is asked of the library that is there now, or of the one that `assertSame` is of.
   * @throws ProblemError libraryReplaced, and that of a library that can't be begun in
   */
  async ofLibrary<T>(task: () => Promise<T>, assertSame = this.#folder.assertSame()): Promise<T> {
    await this.#folder.start();
    return this.#queue.run(async () => {
      assertSame();
      return task();
    });
  }

  /** Runs in its turn what is of no one library, or finds out by itself of which it is. */
  ofAny<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(task);
  }

  /** Resolves when everything handed in so far has ended, well or not. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }
}
