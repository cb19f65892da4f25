/** `outbox.json`: what holds for the whole outbox and for whole connections, and outlives a restart. */
import { join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openDocument, type DocumentFile } from '../storage/storage';
import type { OutboxLog } from './outbox-types';

const format = storedFormats['outbox-state'];

const retryAfterSchema = z.object({
  /** Until when, in milliseconds since 1970. */
  until: z.number(),
  /** How long from then. */
  seconds: z.number(),
  /** The base address that asked. */
  address: z.string().optional(),
});
/** A wait that a service asked for. */
export type RetryAfter = z.infer<typeof retryAfterSchema>;

const documentSchema = z.looseObject({
  format: z.literal(format),
  /** A person paused the outbox. */
  isPaused: z.boolean(),
  /** Connections whose token was refused. */
  refused: z.array(z.string()),
  /** Which of its accesses was refused, by connection; an earlier Foyer does not say. */
  refusedAccess: z.record(z.string(), z.number()).default({}),
  /** Waits that services asked for, by a connection that leads there. */
  asked: z.record(z.string(), retryAfterSchema),
  /** Those of services to which none leads, by whichever did. */
  askedElsewhere: z.record(z.string(), z.array(retryAfterSchema)).default({}),
});
type StateDocument = z.infer<typeof documentSchema>;
export type StoredState = Pick<
  StateDocument,
  'isPaused' | 'refused' | 'refusedAccess' | 'asked' | 'askedElsewhere'
>;

/** Nothing holds but what is said of pausing. */
const nothing = { refused: [], refusedAccess: {}, asked: {}, askedElsewhere: {} };

/** While nobody knows what is in it, nothing is written over it. */
export class StateFile {
  readonly #document: DocumentFile<StateDocument>;
  readonly #log: Pick<OutboxLog, 'error'>;
  #isKnown = false;
  #isDamaged = false;
  #isUnwritten = false;

  constructor(profileFolder: string, log: Pick<OutboxLog, 'error'>) {
    this.#log = log;
    this.#document = openDocument(join(profileFolder, 'outbox.json'), {
      format,
      schema: documentSchema,
      initial: () => ({ format, isPaused: false, ...nothing }),
    });
  }

  /** Whether it is known what is in it. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether the disk holds something older than memory. */
  get isUnwritten(): boolean {
    return this.#isUnwritten;
  }

  /** What is in it; `missing` before anything was written, `unknown` when it can't be read. */
  async read(): Promise<StoredState | 'missing' | 'unknown'> {
    const read = await this.#document.read();
    if (read.state === 'missing' || read.state === 'ok') {
      this.#isKnown = true;
      return read.state === 'ok' ? read.value : 'missing';
    }
    this.#log.error('outbox.stateNotRead', { state: read.state });
    this.#isDamaged = read.state === 'damaged' && read.damage.reason !== 'unreadable';
    return 'unknown';
  }

  /** What is damaged stays beside, for whoever looks; a pause is written in its place. */
  async setDamagedAside(): Promise<void> {
    if (!this.#isDamaged) return;
    try {
      await this.#document.recover({ format, isPaused: true, ...nothing });
      this.#isKnown = true;
    } catch (error) {
      this.#log.error('outbox.stateNotRecovered', { error: String(error) });
    }
  }

  /** Writes what holds by the time that its turn has come. @throws StorageError */
  async write(present: () => StoredState): Promise<void> {
    this.#isUnwritten = true;
    if (!this.#isKnown) return;
    await this.#document.update((document) => ({ ...document, ...present() }));
    this.#isUnwritten = false;
  }

  /** Resolves when every write handed in so far has ended. */
  idle(): Promise<void> {
    return this.#document.flush();
  }
}
