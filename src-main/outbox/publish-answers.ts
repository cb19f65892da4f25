/** What services answered to publishing, kept for the studio until it is dismissed. */
import type { PublishAnswered, PublishResult, PublishTarget } from '@shared/publishing';
import type { ConnectionLookup } from './connection-lookup';
import type { ItemId, OfLibrary } from './outbox-item';
import type { OutboxConnection } from './outbox-types';
import type { RuntimeStates } from './runtime-state';

/** Answers that are kept; older ones are in Activity. */
const mostAnswers = 200;

/** An answer about a theme of one library, and the connection through which it came. */
interface Answer extends OfLibrary {
  readonly id: ItemId;
  readonly result: PublishResult;
  readonly through: string;
  /** The number of what was asked for. */
  readonly asked: number;
}

/**
 * The last answer for each theme and place, told of every connection that leads there: where one led
 * before, it is another service's answer, and is not shown. That a token was refused is told of its own
 * connection alone. Of another library than the one that is open nothing is told: its themes may have the same IDs.
 */
export class PublishAnswers<C extends OutboxConnection> {
  readonly #connections: ConnectionLookup<C>;
  readonly #runtime: RuntimeStates;
  readonly #notify: (answered: PublishAnswered) => void;
  /** Older ones first. */
  #answers: readonly Answer[] = [];

  constructor(
    connections: ConnectionLookup<C>,
    runtime: RuntimeStates,
    notify: (answered: PublishAnswered) => void,
  ) {
    this.#connections = connections;
    this.#runtime = runtime;
    this.#notify = notify;
  }

  /** All of a theme. */
  of(themeId: string): PublishAnswered[] {
    return this.#answers.flatMap((answer) =>
      answer.id.themeId === themeId ? this.#told(answer) : [],
    );
  }

  record(answer: Answer): void {
    // The others are not told of it: what they were told before is older.
    const isElsewhere = this.#runtime.isElsewhere(answer);
    if (isOfItsToken(answer) && !isElsewhere) this.forget(answer.id);
    const others = this.#answers.filter(
      (each) => !isOf(answer.id, each) || this.#runtime.isElsewhere(each) !== isElsewhere,
    );
    this.#answers = [...others, answer].slice(-mostAnswers);
    for (const answered of this.#told(answer)) this.#notify(answered);
  }

  /** Forgets an answer: a person has seen it, or publishes the theme anew. */
  forget(id: ItemId): void {
    const answer = this.#shown(id);
    if (answer) this.#remove(answer);
  }

  /** Of one that is not recorded in that library (`OfLibrary.libraryId`) any more: it knows nothing of a save. */
  forgetOfLibrary(id: ItemId, libraryId: string | undefined): void {
    for (const answer of this.#answers) {
      if (isOf(id, answer) && answer.libraryId === libraryId) this.#remove(answer);
    }
  }

  /** The connection has another token: what was refused was the one before. */
  forgetRefusedToken(connectionId: string): void {
    for (const answer of this.#answers) {
      if (isOfItsToken(answer) && answer.through === connectionId) this.#remove(answer);
    }
  }

  /** The same by the connection under which a person has seen it. */
  dismiss(target: PublishTarget): void {
    const id = this.#connections.idOf(target);
    const answer = id && this.#shown(id);
    const isTold =
      answer && this.#told(answer).some((each) => each.connectionId === target.connectionId);
    if (isTold) this.#remove(answer);
  }

  /** The connection leads elsewhere: what that place answered last, in place of what was there before. */
  connectionMoved(connectionId: string): void {
    const themeIds = new Set(this.#answers.map(({ id }) => id.themeId));
    for (const themeId of themeIds) {
      const id = this.#connections.idOf({ themeId, connectionId });
      const answer = id && this.#shown(id);
      const told = answer && this.#told(answer).find((each) => each.connectionId === connectionId);
      this.#notify(told ?? { themeId, connectionId, result: null });
    }
  }

  /** The one about the theme as it is in the library that is open. */
  #shown(id: ItemId): Answer | undefined {
    return this.#answers.find((each) => isOf(id, each) && !this.#runtime.isElsewhere(each));
  }

  #remove(answer: Answer): void {
    this.#answers = this.#answers.filter((each) => each !== answer);
    for (const answered of this.#told(answer)) this.#notify({ ...answered, result: null });
  }

  #told(answer: Answer): PublishAnswered[] {
    if (this.#runtime.isElsewhere(answer)) return [];
    const { id, result, through, asked } = answer;
    const there = this.#connections.allAt(id.place).map(({ id: connectionId }) => connectionId);
    return there
      .filter((connectionId) => !isOfItsToken(answer) || connectionId === through)
      .map((connectionId) => ({ themeId: id.themeId, connectionId, result, asked }));
  }
}

function isOf({ themeId, place }: ItemId, { id }: Answer): boolean {
  return id.themeId === themeId && id.place === place;
}

function isOfItsToken({ result }: Answer): boolean {
  return result.outcome.kind === 'tokenRefused';
}
