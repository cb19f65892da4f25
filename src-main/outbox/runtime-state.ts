/** What is known of an item only while the program runs: how its tries went, and when the next is due. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { Outcome } from '@shared/service/outcome';
import { backoffMs } from './backoff';
import type { OutboxClock } from './clock';
import { itemKey, type Item, type OfLibrary, type PublishRequest } from './outbox-item';
import type { OutboxLibrary } from './outbox-types';

/** A request as it is there, or would be there again. */
export interface RequestVersion {
  request: PublishRequest | null;
  /** Resolves when the disk has it, or has refused it. */
  readonly ended: Promise<void>;
}

/** Through which connections a request was understood and not allowed (403), and how, by the tokens that these have still. */
export interface NotAllowed {
  /** The request, by its number. */
  readonly sequence: number;
  readonly through: Map<string, Outcome>;
  /** A person's word about an earlier doubt that the request had with it: nothing came of it, so that it holds still. */
  readonly duplicateAllowed: boolean;
}

/** What is known of one item while the program runs. */
export interface RuntimeState {
  /** Whether the next save would be the first one there; unknown before it was looked at. */
  isFirst: boolean | undefined;
  failures: number;
  /** Not tried before; by the clock that only grows. */
  dueAt: number;
  outcome: Outcome | undefined;
  problem: Problem | undefined;
  notAllowed: NotAllowed | undefined;
  /**
   * While requests are being written: the one that the disk had before, and each of them, older ones
   * first. It leaves when the disk has it; where the disk refuses it, the first is there again. What
   * becomes of the item's request meanwhile becomes of all of these.
   */
  readonly versions: RequestVersion[];
  /** What an earlier run asked for, or a person decided, before this, by its number, is over: it was taken out since. */
  overBefore: number;
  /**
   * The number of the newest that was asked for and that the disk has taken; 0 once its connections are gone. Where what was
   * asked for is on its way already, that of the one before.
   */
  newest: number;
  /** The number of the last one that has arrived. */
  arrived: number;
  /** A person's word about its link is being carried out, which ends the hold on it itself. */
  isBeingLinked: boolean;
  /** Throws while another library is open than the one in which it is still to be noted what has arrived. */
  assertUnnoted?: () => void;
  /**
   * When a person had it tried, whatever its connection waits for (`ConnectionStates.moment`). It ends
   * what stood in the way then, and nothing that came after.
   */
  urgedAt: number | undefined;
}

/** How a request was not allowed through the connection that it leaves through, with the token that this has still. */
export function refusalOf(
  { notAllowed }: Pick<RuntimeState, 'notAllowed'>,
  { sequence, connectionId }: Pick<PublishRequest, 'sequence' | 'connectionId'>,
): Outcome | undefined {
  return notAllowed?.sequence === sequence ? notAllowed.through.get(connectionId) : undefined;
}

/** Of an item that was not tried yet. */
const untried = {
  isFirst: undefined,
  failures: 0,
  dueAt: 0,
  outcome: undefined,
  problem: undefined,
  notAllowed: undefined,
  urgedAt: undefined,
} satisfies Partial<RuntimeState>;

/** The runtime states of all items, by `itemKey`. */
export class RuntimeStates {
  readonly #states = new Map<string, RuntimeState>();
  readonly #clock: OutboxClock;
  readonly #random: () => number;
  /** The same of whatever item. */
  #allOverBefore = 0;
  #assertLibrary: OutboxLibrary['assertLibrary'] = () => () => undefined;

  constructor(clock: OutboxClock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Sets by what it is told in which library an earlier run was asked for something. */
  startIn({ assertLibrary }: Pick<OutboxLibrary, 'assertLibrary'>): void {
    this.#assertLibrary = assertLibrary;
  }

  /** What this returns throws while another library is open than the one that it was asked for in. */
  assertionOf({ assertAsked, libraryId }: OfLibrary): () => void {
    return assertAsked ?? this.#assertLibrary(libraryId);
  }

  /** Whether it was asked for in another library than the one that is open. */
  isElsewhere(asked: OfLibrary): boolean {
    try {
      this.assertionOf(asked)();
      return false;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'libraryReplaced') return true;
      throw error;
    }
  }

  /** What this returns throws while another library is open than the one in which it is still to be noted what arrived. */
  assertionOfUnnoted(item: Item): () => void {
    return this.assertionOf(this.#noted(item));
  }

  /** Whether what has arrived is still to be noted in another library than the one that is open. */
  isNotedElsewhere(item: Item): boolean {
    return item.unnoted !== undefined && this.isElsewhere(this.#noted(item));
  }

  #noted(item: Item): OfLibrary {
    return { assertAsked: this.of(itemKey(item)).assertUnnoted, libraryId: item.unnotedLibraryId };
  }

  of(key: string): RuntimeState {
    const found = this.#states.get(key);
    if (found) return found;
    const made: RuntimeState = {
      ...untried,
      versions: [],
      overBefore: 0,
      newest: 0,
      arrived: 0,
      isBeingLinked: false,
    };
    this.#states.set(key, made);
    return made;
  }

  /** A person took out what an earlier run left of the item, read or not, by the number of that word. */
  end(key: string, word: number): void {
    const state = this.of(key);
    state.overBefore = Math.max(state.overBefore, word);
  }

  /** A person took everything out, by the number of that word. */
  endAll(word: number): void {
    this.#allOverBefore = word;
  }

  /** Whether what was asked for then, by its number, was taken out since. */
  isOver(key: string, sequence: number): boolean {
    return sequence < Math.max(this.of(key).overBefore, this.#allOverBefore);
  }

  /** Whether what an earlier run asked for was taken out before it was read. What this run has asked for was there. */
  isReadTooLate(key: string, { assertAsked, sequence }: PublishRequest): boolean {
    return !assertAsked && this.isOver(key, sequence);
  }

  /**
   * A number for what was asked for long ago: it is not over, and takes the place of nothing that is still
   * being read.
   */
  earliest(key: string): number {
    const { arrived, newest, overBefore } = this.of(key);
    return Math.max(arrived, newest, overBefore, this.#allOverBefore);
  }

  /** What is known of its tries is over; not what is being written, or was said of it. */
  forget(key: string): void {
    Object.assign(this.of(key), untried);
  }

  /** What kept the item itself from being tried is over. */
  tryNow(key: string): void {
    const state = this.of(key);
    state.failures = 0;
    state.dueAt = 0;
    state.problem = undefined;
  }

  /** The item is tried again by itself, after a wait. */
  tryLater(key: string, problem: Problem | undefined): void {
    const state = this.of(key);
    state.failures += 1;
    state.urgedAt = undefined;
    state.problem = problem;
    state.dueAt = this.#clock.now() + backoffMs(state.failures, this.#random);
  }

  /** Ends the waits of all items. */
  endWaits(): void {
    for (const state of this.#states.values()) state.dueAt = 0;
  }

  /** What a person had tried before is not meant for later. */
  forgetUrges(): void {
    for (const state of this.#states.values()) state.urgedAt = undefined;
  }
}
