import { mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { publicationSchema, type Publication } from '@shared/theme/theme';
import {
  contentHash,
  interpretDocument,
  mapLimited,
  openDocument,
  readWhole,
  toStorageError,
  writeDocumentText,
  writeDurably,
} from '../storage/storage';

const format = 1;
/** Larger than any theme file, which stands in it as text with escapes. */
const largestFile = 256 * 1024 * 1024;
/** How long a deleted theme can be had back. */
const dayMs = 24 * 60 * 60 * 1_000;
const keepMs = 30 * dayMs;

const binnedSchema = z.looseObject({
  format: z.literal(format),
  id: z.string(),
  /** The file's name in the library. */
  file: z.string(),
  /** The library folder that it lay in. */
  folder: z.string().optional(),
  removedAt: z.string(),
  /** The file as it was. `null` once it was purged: what is left is the tombstone. */
  text: z.string().nullable(),
  publications: z.record(z.string(), publicationSchema),
});

/** A deleted theme. */
export type BinnedTheme = z.infer<typeof binnedSchema>;

const visitSchema = z.looseObject({ format: z.literal(format), lastVisit: z.string() });

/**
 * The app's own bin: themes that were deleted, each in a file of the profile. After 30 days the
 * theme goes and its publications stay, because the templates are still on their services, which
 * have no operation to delete.
 */
export class Bin {
  readonly #folder: string;
  readonly #now: () => Date;

  constructor(profileFolder: string, now: () => Date) {
    this.#folder = join(profileFolder, 'bin');
    this.#now = now;
  }

  /** Durable when it resolves. @throws StorageError */
  async put(theme: {
    readonly id: string;
    readonly file: string;
    readonly folder: string;
    readonly text: string;
    readonly publications: Readonly<Record<string, Publication>>;
  }): Promise<void> {
    await this.#write({ format, ...theme, removedAt: this.#now().toISOString() });
  }

  /** Changes what is kept of a theme. @throws StorageError */
  async replace(theme: BinnedTheme): Promise<void> {
    await this.#write(theme);
  }

  /** A theme that can be had back. */
  async find(id: string): Promise<(BinnedTheme & { readonly text: string }) | undefined> {
    const binned = await this.#read(this.#pathOf(id));
    return binned?.text == null ? undefined : { ...binned, text: binned.text };
  }

  /** Every theme that can be had back, in no promised order. */
  async list(): Promise<BinnedTheme[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const read = await mapLimited(names, 8, (name) => this.#read(join(this.#folder, name)));
    return read.filter((binned): binned is BinnedTheme => binned?.text != null);
  }

  /** Whole days until a theme goes for good. */
  daysLeft({ removedAt }: BinnedTheme): number {
    const left = keepMs - (this.#now().getTime() - Date.parse(removedAt));
    return Math.min(Math.max(0, Math.ceil(left / dayMs)), keepMs / dayMs);
  }

  /** Lets go of a theme for good; what links it to its templates stays. @throws StorageError */
  async discard(id: string): Promise<void> {
    const binned = await this.find(id);
    if (binned === undefined) return;
    if (Object.keys(binned.publications).length > 0) await this.#write({ ...binned, text: null });
    else await this.take(id);
  }

  /** Forgets a theme that is in the library again. */
  async take(id: string): Promise<void> {
    const path = this.#pathOf(id);
    try {
      await unlink(path);
    } catch (error) {
      throw toStorageError(error, path);
    }
  }

  /**
   * Lets go of the themes that were deleted 30 days ago; resolves with how many. Nothing is purged
   * when the clock stands before the last visit or 30 days after it, so that one wrong clock does
   * not empty the bin. `forget` takes what else is kept of a theme that goes; one that it fails at
   * is tried again at the next start.
   */
  async purge(forget: (id: string) => Promise<void>): Promise<number> {
    const now = this.#now().getTime();
    const names = await readdir(this.#folder).catch(() => []);
    const visits = openDocument(join(this.#folder, '..', 'bin-visits.json'), {
      format,
      schema: visitSchema,
      initial: () => ({ format: format, lastVisit: this.#now().toISOString() }),
    });
    const read = await visits.read();
    const before = read.state === 'ok' ? Date.parse(read.value.lastVisit) : now;
    if (names.length > 0 && (read.state === 'ok' || read.state === 'missing')) {
      await visits.update((visit) => ({ ...visit, lastVisit: this.#now().toISOString() }));
    }
    if (!(now >= before && now - before < keepMs)) return 0;
    let purged = 0;
    for (const name of names) {
      const binned = await this.#read(join(this.#folder, name));
      if (binned?.text == null) continue;
      if (!(now - Date.parse(binned.removedAt) > keepMs)) continue;
      await forget(binned.id);
      await this.discard(binned.id);
      purged += 1;
    }
    return purged;
  }

  async #write(binned: BinnedTheme): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw toStorageError(error, this.#folder);
    }
    const text = writeDocumentText(binned, format, { checksum: true });
    await writeDurably(this.#pathOf(binned.id), text, { mode: 0o600 });
  }

  async #read(path: string): Promise<BinnedTheme | undefined> {
    const file = await readWhole(path, largestFile);
    if (file.state !== 'ok') return undefined;
    const result = interpretDocument(file.bytes, { format, schema: binnedSchema });
    return result.state === 'ok' ? result.value : undefined;
  }

  /** Ids are any text in files made by hand, so they are no file names. */
  #pathOf(id: string): string {
    return join(this.#folder, `${contentHash(id).slice(0, 32)}.json`);
  }
}
