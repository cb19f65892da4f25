/** What services answered to publishing, kept for the studio until it is dismissed. */
import type { PublishAnswered, PublishResult, PublishTarget } from '@shared/publishing';
import type { ConnectionLookup } from './connection-lookup';
import { itemKey, type ItemId } from './outbox-item';
import type { OutboxConnection } from './outbox-types';

/** Answers that are kept; older ones are in Activity. */
const mostAnswers = 200;

/**
 * The last answer for each theme and place, told of every connection that leads there: where one led
 * before, it is another service's answer, and is not shown.
 */
export class PublishAnswers<C extends OutboxConnection> {
  readonly #connections: ConnectionLookup<C>;
  readonly #notify: (answered: PublishAnswered) => void;
  readonly #answers = new Map<string, { readonly id: ItemId; readonly result: PublishResult }>();

  constructor(connections: ConnectionLookup<C>, notify: (answered: PublishAnswered) => void) {
    this.#connections = connections;
    this.#notify = notify;
  }

  /** All of a theme. */
  of(themeId: string): PublishAnswered[] {
    return [...this.#answers.values()].flatMap(({ id, result }) =>
      id.themeId === themeId ? this.#told(id, result) : [],
    );
  }

  record(id: ItemId, result: PublishResult): void {
    this.#answers.set(itemKey(id), { id, result });
    if (this.#answers.size > mostAnswers) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    this.#tell(id, result);
  }

  /** Forgets an answer: a person has seen it, or publishes the theme anew. */
  forget(id: ItemId): void {
    if (this.#answers.delete(itemKey(id))) this.#tell(id, null);
  }

  /** The same by the connection under which a person has seen it. */
  dismiss(target: PublishTarget): void {
    const id = this.#connections.idOf(target);
    if (id) this.forget(id);
  }

  /** The connection leads elsewhere: what that place answered last, in place of what was there before. */
  connectionMoved(connectionId: string): void {
    const themeIds = new Set([...this.#answers.values()].map(({ id }) => id.themeId));
    for (const themeId of themeIds) {
      const id = this.#connections.idOf({ themeId, connectionId });
      const result = (id && this.#answers.get(itemKey(id))?.result) ?? null;
      this.#notify({ themeId, connectionId, result });
    }
  }

  #tell(id: ItemId, result: PublishResult | null): void {
    for (const answered of this.#told(id, result)) this.#notify(answered);
  }

  #told({ themeId, place }: ItemId, result: PublishResult | null): PublishAnswered[] {
    const there = this.#connections.allAt(place);
    return there.map(({ id: connectionId }) => ({ themeId, connectionId, result }));
  }
}
