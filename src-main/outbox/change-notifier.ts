/** Says what changed: to the library's cards at once, to the windows many at once. */
import type { OutboxSnapshot } from '@shared/publishing';
import type { OutboxClock } from './clock';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection, OutboxOptions } from './outbox-types';
import type { OutboxView } from './outbox-view';

/** Changes are notified together, at most this late. */
const notifiedAfterMs = 30;

/** What the notifier works with. */
export interface NotifierParts<C extends OutboxConnection> {
  readonly options: Pick<OutboxOptions<C>, 'library' | 'onChange'>;
  readonly clock: OutboxClock;
  readonly store: OutboxStore;
  readonly view: OutboxView<C>;
}

/** Counts the changes, too: a snapshot says after which of them it was taken. */
export class ChangeNotifier<C extends OutboxConnection> {
  readonly #parts: NotifierParts<C>;
  #revision = 0;
  #cancel: (() => void) | undefined;

  constructor(parts: NotifierParts<C>) {
    this.#parts = parts;
  }

  snapshot(): OutboxSnapshot {
    return this.#parts.view.snapshot(this.#revision);
  }

  /** Something changed of one theme. */
  changed(themeId: string): void {
    this.#parts.options.library.deliveryChanged(themeId);
    this.notifySoon();
  }

  /** Something changed that may be of every theme. */
  changedAll(): void {
    const { options, store } = this.#parts;
    for (const id of new Set(store.values().map(({ themeId }) => themeId))) {
      options.library.deliveryChanged(id);
    }
    this.notifySoon();
  }

  /** Something changed that no card shows. */
  notifySoon(): void {
    const { options, clock } = this.#parts;
    this.#revision += 1;
    this.#cancel ??= clock.after(notifiedAfterMs, () => {
      this.#cancel = undefined;
      options.onChange?.(this.snapshot());
    });
  }

  stop(): void {
    this.#cancel?.();
  }
}
