/** What services answered to publishing, kept for the studio until it is dismissed. */
import type { PublishAnswered, PublishTarget } from '@shared/publishing';
import type { ConnectionLookup } from './connection-lookup';
import type { OutboxConnection } from './outbox-types';

/** Answers that are kept; older ones are in Activity. */
const mostAnswers = 200;

/**
 * The last answer for each theme, connection and place: where a connection led before, it is another
 * service's answer, and is not shown.
 */
export class PublishAnswers<C extends OutboxConnection> {
  readonly #connections: ConnectionLookup<C>;
  readonly #notify: (answered: PublishAnswered) => void;
  readonly #answers = new Map<string, PublishAnswered & { readonly place: string }>();

  constructor(connections: ConnectionLookup<C>, notify: (answered: PublishAnswered) => void) {
    this.#connections = connections;
    this.#notify = notify;
  }

  /** All of a theme. */
  of(themeId: string): PublishAnswered[] {
    return [...this.#answers.values()].flatMap(({ place, ...answered }) =>
      answered.themeId === themeId && this.#connections.leadsTo(answered.connectionId, place)
        ? [answered]
        : [],
    );
  }

  record(answered: PublishAnswered, place: string): void {
    this.#answers.set(answerKey(answered, place), { ...answered, place });
    if (this.#answers.size > mostAnswers) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    // Late from where the connection led before, it is not what came of it.
    if (this.#connections.leadsTo(answered.connectionId, place)) this.#notify(answered);
  }

  forget(target: PublishTarget, place: string): void {
    this.#answers.delete(answerKey(target, place));
  }

  /** Forgets an answer that a person has seen. */
  dismiss({ themeId, connectionId }: PublishTarget): void {
    const id = this.#connections.idOf({ themeId, connectionId });
    if (id && this.#answers.delete(answerKey({ themeId, connectionId }, id.place))) {
      this.#notify({ themeId, connectionId, result: null });
    }
  }

  /** What the place answered to which the connection led before is not shown any more. */
  hideOfFormerPlaces(connectionId: string): void {
    for (const { themeId, place, ...answered } of this.#answers.values()) {
      if (answered.connectionId !== connectionId) continue;
      if (this.#connections.leadsTo(connectionId, place)) continue;
      this.#notify({ themeId, connectionId, result: null });
    }
  }
}

function answerKey({ themeId, connectionId }: PublishTarget, place: string): string {
  return JSON.stringify([themeId, connectionId, place]);
}
