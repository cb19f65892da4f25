/** What services answered to publishing, kept for the studio until it is dismissed. */
import type { PublishAnswered, PublishResult, PublishTarget } from '@shared/publishing';
import type { ConnectionLookup } from './connection-lookup';
import { itemKey, type ItemId } from './outbox-item';
import type { OutboxConnection } from './outbox-types';

/** Answers that are kept; older ones are in Activity. */
const mostAnswers = 200;

/** An answer, and the connection through which it came. */
interface Answer {
  readonly id: ItemId;
  readonly result: PublishResult;
  readonly through: string;
}

/**
 * The last answer for each theme and place, told of every connection that leads there: where one led
 * before, it is another service's answer, and is not shown. That a token was refused is told of its own
 * connection alone.
 */
export class PublishAnswers<C extends OutboxConnection> {
  readonly #connections: ConnectionLookup<C>;
  readonly #notify: (answered: PublishAnswered) => void;
  readonly #answers = new Map<string, Answer>();

  constructor(connections: ConnectionLookup<C>, notify: (answered: PublishAnswered) => void) {
    this.#connections = connections;
    this.#notify = notify;
  }

  /** All of a theme. */
  of(themeId: string): PublishAnswered[] {
    return [...this.#answers.values()].flatMap((answer) =>
      answer.id.themeId === themeId ? this.#told(answer) : [],
    );
  }

  record(answer: Answer): void {
    // The others are not told of it: what they were told before is older.
    if (isOfItsToken(answer)) this.forget(answer.id);
    this.#answers.set(itemKey(answer.id), answer);
    if (this.#answers.size > mostAnswers) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    for (const answered of this.#told(answer)) this.#notify(answered);
  }

  /** Forgets an answer: a person has seen it, or publishes the theme anew. */
  forget(id: ItemId): void {
    const answer = this.#answers.get(itemKey(id));
    if (!answer) return;
    this.#answers.delete(itemKey(id));
    for (const answered of this.#told(answer)) this.#notify({ ...answered, result: null });
  }

  /** The connection has another token: what was refused was the one before. */
  forgetRefusedToken(connectionId: string): void {
    for (const answer of [...this.#answers.values()]) {
      if (isOfItsToken(answer) && answer.through === connectionId) this.forget(answer.id);
    }
  }

  /** The same by the connection under which a person has seen it. */
  dismiss(target: PublishTarget): void {
    const id = this.#connections.idOf(target);
    const answer = id && this.#answers.get(itemKey(id));
    const isTold =
      answer && this.#told(answer).some((each) => each.connectionId === target.connectionId);
    if (isTold) this.forget(id);
  }

  /** The connection leads elsewhere: what that place answered last, in place of what was there before. */
  connectionMoved(connectionId: string): void {
    const themeIds = new Set([...this.#answers.values()].map(({ id }) => id.themeId));
    for (const themeId of themeIds) {
      const id = this.#connections.idOf({ themeId, connectionId });
      const answer = id && this.#answers.get(itemKey(id));
      const told = answer && this.#told(answer).find((each) => each.connectionId === connectionId);
      this.#notify(told ?? { themeId, connectionId, result: null });
    }
  }

  #told(answer: Answer): PublishAnswered[] {
    const { id, result, through } = answer;
    const there = this.#connections.allAt(id.place).map(({ id: connectionId }) => connectionId);
    return there
      .filter((connectionId) => !isOfItsToken(answer) || connectionId === through)
      .map((connectionId) => ({ themeId: id.themeId, connectionId, result }));
  }
}

function isOfItsToken({ result }: Answer): boolean {
  return result.outcome.kind === 'tokenRefused';
}
