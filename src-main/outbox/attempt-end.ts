/** What follows on a try to save a theme: on the service's answer, or on what was in the way here. */
import type { Connection } from '@shared/connection';
import type { PublishResult } from '@shared/publishing';
import type { ServiceRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { Publication } from '@shared/theme/theme';
import type { AttemptRecord, RecordParts } from './attempt-record';
import type { ChangeNotifier } from './change-notifier';
import type { ConnectionLookup } from './connection-lookup';
import type { ConnectionStates, ConnectionTicket } from './connection-states';
import { mayFollowUnasked } from './item-status';
import { itemKey, libraryOf, type ItemId } from './outbox-item';
import type { OutboxConnection, OutboxOptions, SentTheme } from './outbox-types';
import { isOfKeychain, problemOfError, problemOrInternal } from './problem-of-error';
import type { PublishAnswers } from './publish-answers';
import { refusalOf, type RuntimeState, type RuntimeStates } from './runtime-state';
import { notedOver, type SaveTarget } from './save-target';
import { editsToServiceVersion, nameInServiceVersion } from './service-version';
import { keptAnswer, readTemplateAnswer, type TemplateAnswer } from './template-answer';
import type { UnderWay } from './under-way';
import {
  isAnsweredUnclearly,
  isNotAllowed,
  isOfTheService,
  madeNothing,
  retryAfterOf,
  verdictOf,
  waitReasonOf,
} from './verdict';

/** What a try works with. */
export interface AttemptParts<C extends OutboxConnection> extends RecordParts<C> {
  readonly options: OutboxOptions<C>;
  readonly connections: ConnectionLookup<C>;
  readonly states: ConnectionStates;
  readonly runtime: RuntimeStates;
  readonly answers: PublishAnswers<C>;
  readonly notifier: ChangeNotifier<C>;
}

/** What the scheduler says of a try's turn, and is told of it. */
export interface Turn {
  /** Whether anything may leave to its connection at this moment. */
  readonly mayLeave: () => boolean;
  /** Whether another one waits for the same token. */
  readonly isTokenAwaited: () => boolean;
  /** Those that would have waited for the same token may be begun. */
  readonly mayFollow: () => void;
  /** It did not leave as it was, and is begun anew. */
  readonly isPassed: () => void;
}

/** A try whose end is to be told. */
export interface EndingAttempt<C extends OutboxConnection> {
  readonly id: ItemId;
  readonly connection: C;
  readonly underWay: UnderWay;
  readonly parts: AttemptParts<C>;
  readonly turn: Turn;
  readonly record: AttemptRecord<C>;
  readonly ticket: ConnectionTicket;
  /** Throws while another library is open than the one that it was asked for in. */
  readonly assertAsked: () => void;
}

/** The end of one try: written down, and told to whoever waits for it. */
export class AttemptEnd<C extends OutboxConnection> {
  readonly #id: ItemId;
  readonly #connection: C;
  readonly #underWay: UnderWay;
  readonly #parts: AttemptParts<C>;
  readonly #turn: Turn;
  readonly #record: AttemptRecord<C>;
  readonly #ticket: ConnectionTicket;
  readonly #assertAsked: () => void;
  readonly #runtime: RuntimeState;

  constructor(attempt: EndingAttempt<C>) {
    this.#id = attempt.id;
    this.#connection = attempt.connection;
    this.#underWay = attempt.underWay;
    this.#parts = attempt.parts;
    this.#turn = attempt.turn;
    this.#record = attempt.record;
    this.#ticket = attempt.ticket;
    this.#assertAsked = attempt.assertAsked;
    this.#runtime = attempt.parts.runtime.of(itemKey(attempt.id));
  }

  /** Whether a person asked for nothing newer while it waited for its turn. */
  isNewest(): boolean {
    return this.#parts.store.get(this.#id)?.request?.sequence === this.#underWay.request.sequence;
  }

  /** By what is known of the service by now, if the connection still leads to it. */
  keepsClientIds(): Connection['keepsClientIds'] {
    const { id, baseAddress, keepsClientIds } = this.#connection;
    const now = this.#parts.connections.find(id);
    return now?.baseAddress === baseAddress ? now.keepsClientIds : keepsClientIds;
  }

  /** It was sent, or stopped before it left. */
  async answered(target: SaveTarget, httpRequest: ServiceRequest, sent: SentTheme): Promise<void> {
    const { changes, notifier, runtime, states } = this.#parts;
    const ticket = this.#ticket;
    const { before } = this.#underWay;
    const keepsClientIds = this.keepsClientIds();
    const isAnswered = isAnsweredUnclearly(sent.outcome);
    const doubt = {
      isFirst: target.isFirst,
      tries: (before?.tries ?? 0) + 1,
      isAnswered: isAnswered || before?.isAnswered,
    };
    const answer = readTemplateAnswer(httpRequest, target.templateId, sent.body);
    const verdict = verdictOf(sent.outcome, {
      isRepeatable: mayFollowUnasked(doubt, keepsClientIds),
      hasId: !target.isFirst || keepsClientIds === 'yes' || answer.templateId !== undefined,
    });
    // An answer without an id that can be used does not say that the theme was saved.
    const outcome: Outcome =
      sent.outcome.kind === 'accepted' && verdict.kind === 'unsure'
        ? { kind: 'acceptedUnreadable', status: 200 }
        : sent.outcome;
    this.#runtime.outcome = outcome;
    // It may have ended before its turn came.
    this.#runtime.problem = undefined;
    const result: PublishResult = {
      activityId: sent.activityId,
      outcome,
      hasOwnId: false,
      rewrites: [],
      hasTheme: false,
      canTakeAnswer: false,
      possibleCopies: 0,
    };
    if (isOfTheService(outcome)) states.reached(ticket);
    const seconds = retryAfterOf(outcome);
    if (seconds !== undefined || (verdict.kind === 'later' && verdict.scope === 'connection')) {
      await states.wait(ticket, { seconds, reason: waitReasonOf(outcome) });
    }
    switch (verdict.kind) {
      case 'arrived':
        await states.succeeded(ticket);
        await this.#arrived(target, answer, result);
        return;
      case 'refused':
        if (isNotAllowed(outcome) && this.#mayBeAllowed(outcome)) {
          await this.#record.takeBack();
          return this.#goOn();
        }
        // Refused as it is, with whatever token.
        if (!isNotAllowed(outcome)) this.#runtime.notAllowed = undefined;
        await this.#record.refuse();
        // While that was written down, either may have come as well.
        if (this.#hasNewer() || this.#isToGoAgain()) return this.#goOn();
        break;
      case 'tokenRefused':
        // Held at once: the next in line would leave with it while that is written down.
        await Promise.all([states.block(ticket, 'tokenRefused'), this.#record.takeBack()]);
        // Another token has come since, which was not refused.
        if (!states.isPresent(ticket)) return this.#goOn();
        await changes.passOn(this.#id);
        notifier.changed();
        // It was asked for through another connection as well, with whose token it was not refused either.
        if (this.#goesThroughAnother() && this.#isToGoAgain()) return this.#goOn();
        break;
      case 'later':
        if (verdict.scope === 'theme') {
          states.setBack(ticket);
          runtime.tryLater(itemKey(this.#id), undefined);
        }
        if (madeNothing(outcome)) await this.#record.takeBack();
        // Also of one whose repetition does no harm: when it is cancelled, this version may be there.
        else await this.#record.leaveUnconfirmed(target, isAnswered);
        break;
      case 'unsure':
        states.setBack(ticket);
        // It may have left when its repetition was known to do no harm.
        await this.#record.leaveUnconfirmed(target, isAnswered);
        break;
      case 'cancelled':
        if (verdict.mayHaveArrived) await this.#record.leaveUnconfirmed(target, isAnswered);
        else await this.#record.takeBack();
        if (verdict.mayHaveArrived) break;
        // Nobody stopped it: its turn came when it was not to leave, and it waits as before. Or only its connection
        // was removed, and it was asked for through another one as well.
        if (!this.#underWay.isCancelled || this.#hasNewer() || this.#goesThroughAnother()) {
          return this.#goOn();
        }
        break;
    }
    // What is left is the doubt about an earlier one, of which that says nothing.
    const left = this.#parts.store.get(this.#id);
    const isOfEarlier = left?.unconfirmed && left.unconfirmed.attempt !== this.#record.attempt;
    if (!left?.request && isOfEarlier) this.#runtime.outcome = undefined;
    else this.#tell(result);
  }

  async #arrived(target: SaveTarget, answer: TemplateAnswer, result: PublishResult): Promise<void> {
    const { options, runtime } = this.#parts;
    const { themeId, place } = this.#id;
    const { name, theme, sequence } = this.#underWay.request;
    this.#runtime.arrived = sequence;
    const templateId = answer.templateId ?? target.templateId;
    const hasOwnId = templateId !== target.templateId;
    const publication: Publication = {
      templateId,
      at: this.#parts.clock.date().toISOString(),
      sent: { name, theme },
      attempt: this.#record.attempt,
      ...keptAnswer(answer.template),
    };
    if (answer.rewrites.some(({ path }) => path === 'id')) {
      options.log.warn('outbox.unsafeId', { connectionId: this.#connection.id });
    }
    if (hasOwnId) await this.#recordIdPolicy('no');
    else if (target.isFirst && answer.templateId !== undefined) {
      await this.#recordIdPolicy('yes');
    }
    this.#runtime.isFirst = false;
    let isNoted = true;
    this.#runtime.failures = 0;
    this.#runtime.outcome = undefined;
    try {
      const over = notedOver(this.#parts.store.get(this.#id), target);
      await options.library.setPublication(themeId, place, publication, over, this.#assertAsked);
      await this.#record.settle();
    } catch (error) {
      // It is there all the same, and is not sent for that again: the scheduler has it noted later.
      isNoted = false;
      this.#runtime.assertUnnoted = this.#assertAsked;
      await this.#record.keepUnnoted(publication, target);
      runtime.tryLater(itemKey(this.#id), problemOrInternal(error));
    }
    this.#tell({
      ...result,
      templateId,
      hasOwnId,
      rewrites: answer.rewrites,
      hasTheme: answer.hasTheme,
      canTakeAnswer:
        isNoted &&
        (editsToServiceVersion(publication).length > 0 ||
          nameInServiceVersion(publication) !== null),
      // Under the same id they were one and the same template.
      possibleCopies: hasOwnId ? this.#record.earlierTries : 0,
    });
  }

  /** Something here is in the way: nothing was sent. */
  async inTheWay(error: unknown): Promise<void> {
    const problem = problemOfError(error);
    if (!problem) throw error;
    const { changes, notifier, runtime, states } = this.#parts;
    const { code } = problem;
    // By where the connection leads now it is decided what becomes of it.
    if (code === 'connectionChanged') {
      this.#turn.isPassed();
      return;
    }
    this.#runtime.problem = undefined;
    if (code === 'tokenMissing') {
      await states.block(this.#ticket, 'tokenMissing');
      await changes.passOn(this.#id);
      notifier.changed();
    } else if (code === 'bodyTooLarge' || code === 'invalidFields') {
      this.#runtime.problem = problem;
      this.#runtime.outcome = undefined;
      await this.#record.refuse();
    } else if (isOfKeychain(problem)) {
      // Each try has a person asked by the system: one tries for all. With another token there is nothing in the way.
      if (states.isPresent(this.#ticket)) {
        await states.wait(this.#ticket, { seconds: undefined, reason: 'problem', problem });
      }
    } else {
      runtime.tryLater(itemKey(this.#id), problem);
    }
  }

  /** What came of this try is not what it waits for: it is tried anew, or waits as before, or stays refused as it was. */
  #goOn(): void {
    const request = this.#parts.store.get(this.#id)?.request;
    this.#runtime.outcome = request ? refusalOf(this.#runtime, request) : undefined;
    this.#turn.isPassed();
  }

  /** Whether a newer version waits by now, of which the end of this one says nothing. */
  #hasNewer(): boolean {
    return this.#parts.store.get(this.#id)?.request ? !this.isNewest() : false;
  }

  /** Whether it waits, and is not refused any more. */
  #isToGoAgain(): boolean {
    return this.#parts.store.get(this.#id)?.request?.isRefused === false;
  }

  /**
   * Notes that its token didn't allow it, and says whether the one with which it would leave now may: another has come
   * since, or it goes through another connection by now.
   */
  #mayBeAllowed(outcome: Outcome): boolean {
    const { request, isTokenReplaced } = this.#underWay;
    const { sequence, duplicateAllowed } = request;
    const before = this.#runtime.notAllowed;
    const through = new Map(before?.sequence === sequence ? before.through : []);
    if (!isTokenReplaced) through.set(this.#connection.id, outcome);
    this.#runtime.notAllowed = { sequence, duplicateAllowed, through };
    const now = this.#parts.store.get(this.#id)?.request;
    return now?.sequence === sequence && refusalOf(this.#runtime, now) === undefined;
  }

  /** Whether what waits by now goes through another connection to its place. */
  #goesThroughAnother(): boolean {
    const request = this.#parts.store.get(this.#id)?.request;
    return request ? request.connectionId !== this.#connection.id : false;
  }

  async #recordIdPolicy(keeps: 'yes' | 'no'): Promise<void> {
    try {
      await this.#parts.options.learnIds(this.#connection.baseAddress, keeps);
    } catch (error) {
      this.#parts.options.log.warn('outbox.idsNotLearned', { error: String(error) });
    }
  }

  #tell(result: PublishResult): void {
    const { request } = this.#underWay;
    const [through, asked] = [this.#connection.id, request.sequence];
    this.#parts.answers.record({ id: this.#id, result, through, asked, ...libraryOf(request) });
  }
}
