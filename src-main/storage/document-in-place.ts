/**
 * Writing and removing documents that are one file each among many (an entry of the bin, an item of
 * the outbox) and that nobody keeps open. Both look first at what lies there: what a newer Foyer
 * wrote is neither replaced nor removed, whatever the caller believes to be there.
 */
import { interpretDocument, writeDocumentText, type DocumentKind } from './document-text';
import { removeDurably, writeDurably } from './durable-write';
import type { ExpectedContent } from './place-file';
import { readWhole } from './file-read';
import { StorageError } from './storage-error';

/** How often it is looked at again because another program was faster. */
const attempts = 5;

/**
 * Writes a document, with a checksum, over the one that lies there or where there is none; durable
 * when it resolves. A damaged one is replaced.
 *
 * @throws StorageError: `newerFormat` and `notRead` leave the file untouched, and so does every
 *   failure of the disk
 */
export async function replaceDocument<T extends object>(
  path: string,
  kind: DocumentKind<T>,
  value: T,
): Promise<void> {
  const text = writeDocumentText(value, kind.format, { checksum: true });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const expected = await replaceable(path, kind);
    const options = { expected, ifChanged: 'refuse', mode: 0o600 } as const;
    const { outcome } = await writeDurably(path, text, options);
    if (outcome === 'written') return;
  }
  throw new StorageError('changedByOthers', path);
}

/**
 * Removes a document; one that is gone is as good as removed.
 * @throws StorageError: `newerFormat` and `notRead` leave it where it is
 */
export async function removeDocument<T extends object>(
  path: string,
  kind: DocumentKind<T>,
): Promise<void> {
  if ((await replaceable(path, kind)) === 'absent') return;
  await removeDurably(path);
}

/** What lies there, if that may go. @throws StorageError */
async function replaceable(path: string, kind: DocumentKind<object>): Promise<ExpectedContent> {
  const file = await readWhole(path, Number.MAX_SAFE_INTEGER);
  if (file.state === 'missing') return 'absent';
  if (file.state === 'damaged') {
    const { damage } = file;
    if (damage.reason === 'unreadable') {
      throw new StorageError('notRead', path, { code: damage.kind });
    }
    if (damage.reason === 'notAFile') throw new StorageError('notAFile', path);
    throw new StorageError('damaged', path);
  }
  if (interpretDocument(file.bytes, kind).state === 'newer') {
    throw new StorageError('newerFormat', path);
  }
  return file.hash;
}
