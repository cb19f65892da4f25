/** What happens elsewhere and concerns what waits: to connections, to themes, and to the network. */
import { itemKey } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxConnection } from './outbox-types';

export class ExternalEvents<C extends OutboxConnection> {
  readonly #parts: OutboxParts<C>;

  constructor(parts: OutboxParts<C>) {
    this.#parts = parts;
  }

  /** The network changed, or the computer woke up. */
  wake(): void {
    const { changes, notifier, runtime, scheduler, states } = this.#parts;
    states.wake();
    runtime.endWaits();
    void changes.reread();
    notifier.notifySoon();
    scheduler.pump();
  }

  /** The connection has another token, or another address. */
  tokenReplaced(connectionId: string): void {
    const { answers, connections, notifier, runtime, scheduler, states, store } = this.#parts;
    void states.renewed(connectionId, connections.find(connectionId)?.baseAddress);
    for (const item of store.values()) {
      if (item.request?.connectionId === connectionId) runtime.tryNow(itemKey(item));
    }
    answers.hideOfFormerPlaces(connectionId);
    notifier.changedAll();
    scheduler.pump();
  }

  /** Connections changed otherwise. */
  connectionsChanged(): void {
    const { notifier, scheduler, states, store } = this.#parts;
    this.sweep();
    for (const { request } of store.values()) {
      if (request && states.blockOf(request.connectionId) === 'tokenMissing') {
        void states.encourage(request.connectionId);
      }
    }
    notifier.notifySoon();
    scheduler.pump();
  }

  /** The connection is gone, and with it what waited for it. */
  connectionRemoved(connectionId: string): void {
    const { answers, changes, notifier, scheduler, states, store } = this.#parts;
    for (const item of store.values()) {
      if (item.request?.connectionId !== connectionId) continue;
      scheduler.stop(item);
      // What may have arrived there stays known: the same workspace can be entered again.
      changes.inBackground(changes.dropRequest(item));
      answers.forget({ themeId: item.themeId, connectionId }, item.place);
    }
    void states.renewed(connectionId, undefined);
    notifier.notifySoon();
  }

  /** Takes out what waits for connections that are gone, when that was not heard of. */
  sweep(): void {
    const { connections, store } = this.#parts;
    const present = connections.all();
    if (!present || !store.isLoaded) return;
    const known = new Set(present.map(({ id }) => id));
    const gone = new Set(
      store
        .values()
        .flatMap(({ request }) =>
          request && !known.has(request.connectionId) ? [request.connectionId] : [],
        ),
    );
    for (const id of gone) this.connectionRemoved(id);
  }

  /** Themes came or came back: what waited for them may go now. */
  themesChanged(ids: readonly string[]): void {
    const { notifier, runtime, scheduler, store } = this.#parts;
    let isAny = false;
    for (const id of ids) {
      for (const item of store.ofTheme(id)) {
        const state = runtime.of(itemKey(item));
        if (!state.isMissing) continue;
        state.isMissing = false;
        isAny = true;
      }
    }
    if (!isAny) return;
    notifier.notifySoon();
    scheduler.pump();
  }
}
