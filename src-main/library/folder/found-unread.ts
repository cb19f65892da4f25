/** Themes that were found in files while nobody knew what they were before: the index could not be read. */
import type { FileStamp } from '../../storage/storage';
import type { LastLook, MissingThemes } from './index-lines';

/** When the files were written in which themes were found first. */
export class FoundUnread {
  readonly #ms = new Map<string, number>();

  /** The theme is found in a file with that stamp; what it is written to later doesn't count. */
  note(id: string, { modifiedMs }: FileStamp): void {
    if (!this.#ms.has(id)) this.#ms.set(id, modifiedMs);
  }

  /** Of what themes were before, those in whose place older files lay when they were found. */
  putOver(before: MissingThemes): ReadonlyMap<string, LastLook> {
    const putOver = new Map<string, LastLook>();
    for (const [id, last] of before) {
      const ms = this.#ms.get(id);
      if (last?.modifiedMs === undefined || ms === undefined) continue;
      if (ms < last.modifiedMs) putOver.set(id, last);
    }
    return putOver;
  }
}
