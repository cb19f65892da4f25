/** The copies that other programs made of themes, by those: each file that went asks for the theme's own ones. */
import type { CopiedFile } from './noted-copies';

/** Copies in the order in which they came; whose they are is read from their texts once. */
export class CopiesByTheme {
  readonly #all = new Map<string, CopiedFile>();
  /** The copies' ids, by that of the theme that they came with. */
  readonly #ids = new Map<string, Set<string>>();

  get all(): Iterable<CopiedFile> {
    return this.#all.values();
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  add(themeId: string, copy: CopiedFile): void {
    this.#all.set(copy.id, copy);
    const ids = this.#ids.get(themeId) ?? new Set();
    this.#ids.set(themeId, ids.add(copy.id));
  }

  delete(themeId: string, id: string): void {
    this.#all.delete(id);
    const ids = this.#ids.get(themeId);
    ids?.delete(id);
    if (ids?.size === 0) this.#ids.delete(themeId);
  }

  of(themeId: string): readonly CopiedFile[] {
    return [...(this.#ids.get(themeId) ?? [])].flatMap((id) => this.#all.get(id) ?? []);
  }
}
