/** Says that something changed; changes that come together are told together. */
import type { OutboxSnapshot } from '@shared/publishing';
import type { OutboxClock } from './clock';
import type { OutboxConnection, OutboxOptions } from './outbox-types';
import type { OutboxView } from './outbox-view';

/** Changes are notified together, at most this late. */
const notifiedAfterMs = 30;

/** What the notifier works with. */
export interface NotifierParts<C extends OutboxConnection> {
  readonly options: Pick<OutboxOptions<C>, 'onChange'>;
  readonly clock: OutboxClock;
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

  /** Something changed that is shown. */
  changed(): void {
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
