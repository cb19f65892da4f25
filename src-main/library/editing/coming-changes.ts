/** Changes of themes that are being opened for them. */
import type { Problem } from '@shared/problem';
import { storageProblem } from '../../storage/storage';
import type { LibraryFolder } from '../folder/library-folder';
import type { OpenThemes, UnsavedTheme } from './open-themes';
import type { ThemeSession } from './theme-session';

interface Coming {
  readonly id: string;
  /** As the theme was called when it was asked for. */
  readonly name: string;
  readonly file: string;
  /** Nothing else than its file is waited for. */
  isReading: boolean;
  /** Why its theme could not be opened; `undefined` where it was. */
  readonly ended: Promise<Problem | undefined>;
}

/** A change that its theme has not got. */
export interface UnmadeChange extends UnsavedTheme {
  readonly id: string;
}

/**
 * What a person changed of themes whose files are still being read for it: until its theme has it, a change is in no
 * file, and in no theme either.
 */
export class ComingChanges {
  readonly #themes: Pick<OpenThemes, 'open' | 'ready'>;
  readonly #folder: Pick<LibraryFolder, 'found'>;
  readonly #all = new Set<Coming>();

  constructor(themes: Pick<OpenThemes, 'open' | 'ready'>, folder: Pick<LibraryFolder, 'found'>) {
    this.#themes = themes;
    this.#folder = folder;
  }

  /** Changes the theme once it is open. @throws ProblemError as `OpenThemes.open` and `change` */
  async make<Done>(id: string, change: (theme: ThemeSession) => Done): Promise<Awaited<Done>> {
    const { catalogue } = this.#folder.found?.state ?? {};
    const card = catalogue?.card(id);
    const file = catalogue?.fileOf(id);
    // While the library itself is being read, it isn't for a file of the theme's own that it waits.
    if (!card || file === undefined) return await change(await this.#themes.open(id));
    const { name } = card;
    let end: (problem?: Problem) => void = () => undefined;
    const ended = new Promise<Problem | undefined>((resolve) => (end = resolve));
    const coming = { id, name, file, ended, isReading: false };
    this.#all.add(coming);
    void this.#themes.ready(id).then(
      () => (coming.isReading = true),
      () => undefined,
    );
    let isOpen = false;
    try {
      const theme = await this.#themes.open(id);
      isOpen = true;
      return await change(theme);
    } catch (error) {
      // What the change itself refuses is told to whoever asked for it, and is nothing that is left to do.
      if (!isOpen) end(storageProblem(error, file));
      throw error;
    } finally {
      this.#all.delete(coming);
      end();
    }
  }

  /** Waits for all of them; `refused` is told of each whose theme can't be opened. Never rejects. */
  async allEnded(refused: (change: UnmadeChange) => void): Promise<void> {
    const each = async ({ id, name, ended }: Coming): Promise<void> => {
      const problem = await ended;
      if (problem !== undefined) refused({ id, name, problem });
    };
    await Promise.all([...this.#all].map(each));
  }

  /** Those whose files are being read, and can't be so far. What else they wait for, a library's end waits for, too. */
  get unmade(): readonly UnmadeChange[] {
    return [...this.#all].flatMap(({ id, name, file, isReading }) =>
      isReading ? [{ id, name, problem: { code: 'storageNotRead', files: [file] } }] : [],
    );
  }
}
