/** What is shown of items whose files can't be read. */
import type { OutboxItem } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import { TaskQueue } from '../storage/storage';
import type { OutboxClock } from './clock';
import type { ConnectionLookup } from './connection-lookup';
import { itemKey, type ItemId } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection, OutboxLibrary, OutboxLog } from './outbox-types';
import { freeTargetOf, type SaveTarget } from './save-target';

/** What tells whose the files are. */
export interface UnreadableParts<C extends OutboxConnection> {
  readonly library: Pick<
    OutboxLibrary,
    'current' | 'handlers' | 'withTemplate' | 'wasUnlinkedFrom'
  >;
  readonly connections: ConnectionLookup<C>;
  readonly store: OutboxStore;
  readonly clock: OutboxClock;
  readonly log: OutboxLog;
}

/** An item of which nobody knows what has happened. */
interface Found extends ItemId {
  readonly name: string;
  readonly since: string;
  /** The template under which it is there, as far as the theme's own file tells. */
  readonly templateId: string;
  readonly isFirst: boolean;
}

/**
 * The themes and connections of which nobody knows what has happened, because their files in the
 * outbox can't be read; while its folder can't be, these are all. A file does not say whose it is when
 * it can't be read, but its name does: it is made of the theme and the place, and so it is found by
 * trying all.
 */
export class UnreadableItems<C extends OutboxConnection> {
  readonly #parts: UnreadableParts<C>;
  /** Called when one was found, or can be read by now. */
  readonly #onChange: () => void;
  readonly #looks = new TaskQueue();
  #nextLook: Promise<void> | undefined;
  #found: ReadonlyMap<string, Found> = new Map();

  constructor(parts: UnreadableParts<C>, onChange: () => void) {
    this.#parts = parts;
    this.#onChange = onChange;
  }

  /**
   * Looks whose they are, among the themes and connections that there are now; to be called whenever there
   * may be more. Never rejects: what a library out of reach does not tell is found when it is back.
   */
  async look(): Promise<void> {
    if (!this.#parts.store.hasUnreadable && this.#found.size === 0) return;
    // However often it is asked for while one goes on, one more is enough.
    this.#nextLook ??= this.#looks.run(async () => {
      this.#nextLook = undefined;
      await this.#find();
    });
    await this.#nextLook;
  }

  /** The themes that have any, or may have. */
  themeIds(): string[] {
    return [...this.#found.values()].map(({ themeId }) => themeId);
  }

  /** For the window: what a person can decide. While the folder can't be read that is nothing. */
  entries(): OutboxItem[] {
    const { connections, store } = this.#parts;
    if (store.problem) return [];
    return [...this.#found.values()].flatMap(({ place, ...found }) => {
      const problem = store.unreadable({ themeId: found.themeId, place });
      const [connectionId, ...twins] = connections.allAt(place).map(({ id }) => id);
      if (!problem || connectionId === undefined) return [];
      const lead = { connectionId, ...(twins.length > 0 && { twins }) };
      return [{ ...found, ...lead, why: 'unreadable', problem }];
    });
  }

  async #targetOf(themeId: string, place: string): Promise<SaveTarget> {
    const { library, store } = this.#parts;
    const document = await library.current(themeId);
    return freeTargetOf(document, place, undefined, { library, store });
  }

  async #find(): Promise<void> {
    const { clock, connections, library, log, store } = this.#parts;
    const before = this.#found;
    const now = clock.date().toISOString();
    const found = new Map<string, Found>();
    try {
      const { themes } = await library.handlers.list(undefined);
      for (const connection of connections.all() ?? []) {
        const place = publicationKey(connection);
        for (const { id: themeId, name } of themes) {
          if (!store.unreadable({ themeId, place })) continue;
          // One that can't be read now hides no other.
          const target = await this.#targetOf(themeId, place).catch((error: unknown) => {
            log.error('outbox.unreadableNotNamed', { error: String(error) });
          });
          if (!target) continue;
          const { templateId, isFirst } = target;
          const key = itemKey({ themeId, place });
          const since = before.get(key)?.since ?? now;
          found.set(key, { themeId, place, name, since, templateId, isFirst });
        }
      }
    } catch (error) {
      log.error('outbox.unreadableNotNamed', { error: String(error) });
      return;
    }
    this.#found = found;
    this.#onChange();
  }
}
