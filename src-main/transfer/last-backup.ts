import { join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import type { KnownBackup, LastBackup } from '@shared/transfer';
import { z } from 'zod';
import { openDocument, type DocumentFile } from '../storage/storage';

const format = storedFormats.transfer;
const schema = z.looseObject({
  format: z.literal(format),
  lastBackup: z.object({ at: z.string(), count: z.number() }).nullable(),
});

/** When the last backup was made on this computer, noted in `transfer.json` of the profile. */
export class LastBackupNote {
  readonly #document: DocumentFile<z.infer<typeof schema>>;

  constructor(profileFolder: string) {
    this.#document = openDocument(join(profileFolder, 'transfer.json'), {
      ...{ format, schema },
      initial: () => ({ format, lastBackup: null }),
    });
  }

  /** Changes nothing: in the place of a damaged note, an empty one would say that there was no backup. */
  async read(): Promise<KnownBackup> {
    const read = await this.#document.read();
    return read.state === 'ok' || read.state === 'missing' ? read.value.lastBackup : 'unknown';
  }

  /**
   * A damaged note is set aside first.
   *
   * @throws StorageError when the disk refuses it, or a newer Foyer made the note
   */
  async write(lastBackup: LastBackup): Promise<void> {
    await this.#document.readOrRecover();
    await this.#document.update((before) => ({ ...before, lastBackup }));
  }
}
