/** Keeps on the disk which libraries there are: a later run knows by that what was asked for in each. */
import { join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openDocument, type DocumentFile } from '../../storage/storage';

const format = storedFormats.libraries;

const librarySchema = z.object({
  /** A name that lasts, wherever its folder goes; nobody sees it. */
  id: z.string(),
  /** Where it lies, as far as is known. */
  folder: z.string().optional(),
  /** Another one, as which it counts: it was moved into that one's folder, or that one was put in its place. */
  countsAs: z.string().optional(),
  /** By which its folder is known under other names (`folderMark`), the newest last. */
  marks: z.array(z.string()),
});
/** One library, as later runs know it. */
export type KnownLibrary = z.infer<typeof librarySchema>;

const librariesSchema = z.looseObject({
  format: z.literal(format),
  libraries: z.array(librarySchema),
});
type Libraries = z.infer<typeof librariesSchema>;

/** The libraries that were open once, in the profile. */
export class LibrariesFile {
  readonly #document: DocumentFile<Libraries>;
  /** What was read or written last. */
  #kept = '';

  constructor(profileFolder: string) {
    this.#document = openDocument(join(profileFolder, 'libraries.json'), {
      format,
      schema: librariesSchema,
      initial: () => ({ format, libraries: [] }),
      keepPrevious: true,
    });
  }

  /**
   * Those that are known.
   * @throws StorageError where that isn't known: `newerFormat` for a newer Foyer's, which stays as it is; others where
   *   the disk does not let it be read or mended at the moment
   */
  async read(): Promise<readonly KnownLibrary[]> {
    const { libraries } = await this.#document.readOrRecover();
    this.#kept = JSON.stringify(libraries);
    return libraries;
  }

  /** Writes them down where that is not done. @throws StorageError */
  async write(libraries: KnownLibrary[]): Promise<void> {
    const text = JSON.stringify(libraries);
    if (text === this.#kept) return;
    await this.#document.update((kept) => ({ ...kept, libraries }));
    this.#kept = text;
  }
}
