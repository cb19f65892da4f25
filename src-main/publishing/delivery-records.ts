import { join } from 'node:path';
import { z } from 'zod';
import { themeSchema } from '@shared/theme/theme';
import { openDocument, TaskQueue, type DocumentFile } from '../storage/storage';
import type { PublishingLog } from './publishing';

const format = 1;

const recordSchema = z.looseObject({
  themeId: z.string(),
  connectionId: z.string(),
  /** Idle ones have no record. */
  delivery: z.enum(['sending', 'refused', 'unknown']),
  /** The template's id under which it was sent, or that the service gave for it. */
  templateId: z.string(),
  /**
   * A first save of which it is not known whether the service made a template of it; it stays until
   * one save is known to have arrived, whatever later tries come to.
   */
  isFirstUnsure: z.boolean(),
  /** What was sent: the name and the documented fields. */
  sent: z.looseObject({ name: z.string(), theme: themeSchema }),
});

/** What is known of a delivery that is not idle. */
export type DeliveryRecord = z.infer<typeof recordSchema>;

const documentSchema = z.looseObject({ format: z.literal(format), records: z.array(recordSchema) });
type DeliveryDocument = z.infer<typeof documentSchema>;

/**
 * The deliveries that are not idle, durable in the profile (`deliveries.json`). What is in memory
 * leads; the disk follows at each change, and a change that must be down before something else
 * happens says so.
 */
export class DeliveryRecords {
  readonly #document: DocumentFile<DeliveryDocument>;
  readonly #log: PublishingLog;
  readonly #records = new Map<string, DeliveryRecord>();
  readonly #writes = new TaskQueue();

  constructor(profileFolder: string, log: PublishingLog) {
    this.#log = log;
    this.#document = openDocument(join(profileFolder, 'deliveries.json'), {
      format,
      schema: documentSchema,
      initial: () => ({ format: format, records: [] }),
      keepPrevious: true,
    });
  }

  /**
   * Reads them. One found as being sent was interrupted: it becomes unknown. A damaged document is
   * kept beside, and its last good generation takes its place.
   */
  async load(): Promise<void> {
    let read = await this.#document.read();
    if (read.state === 'damaged') {
      const value = read.previous ?? { format: format, records: [] };
      const { keptAt } = await this.#document.recover(value);
      this.#log.error('publishing.deliveriesDamaged', { damage: read.damage, keptAt });
      read = await this.#document.read();
    }
    const value =
      read.state === 'ok'
        ? read.value
        : read.state === 'missing'
          ? (read.previous ?? read.value)
          : undefined;
    if (value === undefined) {
      this.#log.error('publishing.deliveriesNotRead', { state: read.state });
      return;
    }
    for (const record of value.records) {
      const delivery = record.delivery === 'sending' ? 'unknown' : record.delivery;
      this.#records.set(keyOf(record.themeId, record.connectionId), { ...record, delivery });
    }
  }

  find(themeId: string, connectionId: string): DeliveryRecord | undefined {
    return this.#records.get(keyOf(themeId, connectionId));
  }

  /**
   * Puts a record in memory and on the disk.
   * @throws StorageError; then memory is as it was
   */
  async setDurably(record: DeliveryRecord): Promise<void> {
    const key = keyOf(record.themeId, record.connectionId);
    const before = this.#records.get(key);
    this.#records.set(key, record);
    try {
      await this.#write();
    } catch (error) {
      if (before === undefined) this.#records.delete(key);
      else this.#records.set(key, before);
      throw error;
    }
  }

  /**
   * Puts a record, or with `undefined` none: idle. What the disk did not take is only logged: it
   * holds an older record, by which more is unknown than need be, and the next change writes anew.
   */
  async set(
    themeId: string,
    connectionId: string,
    record: DeliveryRecord | undefined,
  ): Promise<void> {
    const key = keyOf(themeId, connectionId);
    if (record === undefined) this.#records.delete(key);
    else this.#records.set(key, record);
    try {
      await this.#write();
    } catch (error) {
      this.#log.error('publishing.deliveriesNotWritten', { error: String(error) });
    }
  }

  #write(): Promise<void> {
    return this.#writes.run(async () => {
      await this.#document.update((document) => ({
        ...document,
        records: [...this.#records.values()],
      }));
    });
  }
}

function keyOf(themeId: string, connectionId: string): string {
  return JSON.stringify([themeId, connectionId]);
}
