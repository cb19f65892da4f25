/** Names that were typed for themes whose files are away, or can't be read, for a moment. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { storageProblem } from '../../storage/storage';
import type { UnsavedTheme } from './open-themes';
import { SaveTimer, type SavePace } from './save-timer';

/**
 * Names that a window had when it ended, for themes whose files were away or held: each is its theme's once
 * that can be. Until then it is unsaved, as an edit is that the disk refused.
 */
export class WaitingNames {
  readonly #rename: (id: string, name: string) => Promise<void>;
  readonly #waiting = new Map<string, UnsavedTheme>();
  /** A file that can be read again holds what it held: nobody tells of that. */
  readonly #timer: SaveTimer;
  #tries: Promise<void> = Promise.resolve();

  constructor(rename: (id: string, name: string) => Promise<void>, pace: SavePace) {
    this.#rename = rename;
    this.#timer = new SaveTimer(pace, () => void this.#tryAll());
  }

  /** The theme gets this name now, or as soon as it is there. Never rejects. */
  give(id: string, name: string): Promise<void> {
    this.#waiting.set(id, { name, problem: { code: 'notFound', what: 'theme' } });
    return this.themesCame([{ id }]);
  }

  /** A person names the theme anew: what waits for it is not meant any more. */
  drop(id: string): void {
    this.#waiting.delete(id);
  }

  /** These are in the library, or changed there. Never rejects. */
  themesCame(themes: readonly { readonly id: string }[]): Promise<void> {
    const awaited = themes.filter(({ id }) => this.#waiting.has(id));
    if (awaited.length === 0) return this.#tries;
    this.#tries = this.#tries.then(async () => {
      for (const { id } of awaited) await this.#try(id);
    });
    return this.#tries;
  }

  /** Those that wait still, when what can be given is. Never rejects. */
  async unsaved(): Promise<readonly UnsavedTheme[]> {
    await this.#tryAll();
    return [...this.#waiting.values()];
  }

  /** No name is given by itself any more. */
  close(): void {
    this.#timer.close();
  }

  async #tryAll(): Promise<void> {
    this.#timer.clear();
    await this.themesCame([...this.#waiting.keys()].map((id) => ({ id })));
  }

  async #try(id: string): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    let problem: Problem | undefined;
    try {
      await this.#rename(id, waiting.name);
    } catch (error) {
      problem = error instanceof ProblemError ? error.problem : storageProblem(error, id);
    }
    // Another name may have come meanwhile.
    if (this.#waiting.get(id) !== waiting) return;
    // The theme has it, and holds it until the disk takes it.
    const isHeld = problem !== undefined && 'isRetried' in problem && problem.isRetried === true;
    if (problem === undefined || isHeld) {
      this.#waiting.delete(id);
      this.#timer.succeeded();
      return;
    }
    this.#waiting.set(id, { ...waiting, problem });
    // Of one that comes back is told.
    if (problem.code !== 'notFound') this.#timer.retryLater();
  }
}
