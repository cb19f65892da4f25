/** One try to save a theme at its place, from reading the theme to what came of it. */
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import type { PublishResult } from '@shared/publishing';
import { saveThemeTemplateRequest, type ServiceRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { Publication } from '@shared/theme/theme';
import { AttemptRecord, type RecordParts } from './attempt-record';
import type { ChangeNotifier } from './change-notifier';
import type { ConnectionLookup } from './connection-lookup';
import type { ConnectionStates, ConnectionTicket } from './connection-states';
import { mayFollowUnasked, needsDecision } from './item-status';
import { settleNoted } from './noting';
import { itemKey, libraryOf, type ItemId } from './outbox-item';
import type { OutboxConnection, OutboxOptions, SentTheme } from './outbox-types';
import { isOfKeychain, problemOfError, problemOrInternal } from './problem-of-error';
import type { PublishAnswers } from './publish-answers';
import type { RuntimeState, RuntimeStates } from './runtime-state';
import { freeTargetOf, isSameTarget, notedOver, type SaveTarget } from './save-target';
import { editsToServiceVersion, nameInServiceVersion } from './service-version';
import { keptAnswer, readTemplateAnswer, type TemplateAnswer } from './template-answer';
import type { UnderWay } from './under-way';
import {
  isAnsweredUnclearly,
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

/** One delivery: written down, sent, and its outcome written down. */
export class DeliveryAttempt<C extends OutboxConnection> {
  readonly #id: ItemId;
  readonly #connection: C;
  readonly #underWay: UnderWay;
  readonly #parts: AttemptParts<C>;
  readonly #turn: Turn;
  /** At its turn it was found as it was made, and what it needs is written down. */
  #isReady = false;
  readonly #runtime: RuntimeState;
  readonly #record: AttemptRecord<C>;
  readonly #ticket: ConnectionTicket;
  /** Throws while another library is open than the one that it was asked for in. */
  readonly #assertAsked: () => void;

  constructor(id: ItemId, connection: C, underWay: UnderWay, parts: AttemptParts<C>, turn: Turn) {
    this.#id = id;
    this.#connection = connection;
    this.#underWay = underWay;
    this.#parts = parts;
    this.#turn = turn;
    this.#runtime = parts.runtime.of(itemKey(id));
    this.#record = new AttemptRecord(id, underWay, parts);
    this.#ticket = parts.states.ticket(connection.id, connection.baseAddress);
    this.#assertAsked = parts.runtime.assertionOf(underWay.request);
  }

  /**
   * Never rejects because of what a network, a service or a disk does. It calls `free` when nothing is
   * sent any more.
   */
  async run(free: () => void): Promise<void> {
    const { request, controller } = this.#underWay;
    const item = this.#parts.store.get(this.#id);
    // Of a library that was out of reach at the start it is known only now.
    if (item?.unconfirmed ?? item?.linkHold) await settleNoted(item, this.#parts);
    if (!this.#isNewest()) {
      this.#turn.isPassed();
      return;
    }
    let httpRequest: ServiceRequest;
    let target: SaveTarget;
    try {
      // Another computer may have published it meanwhile: the file in the library tells.
      target = await this.#target();
      // Whether its link was changed could not be looked up.
      if (this.#parts.store.get(this.#id)?.linkHold) {
        this.#parts.runtime.tryLater(itemKey(this.#id), undefined);
        return;
      }
      this.#runtime.isFirst = target.isFirst;
      this.#underWay.isFirst = target.isFirst;
      const { name, theme } = request;
      httpRequest = saveThemeTemplateRequest(this.#connection, {
        templateId: target.templateId,
        name,
        theme,
      });
    } catch (error) {
      await this.#inTheWay(error);
      return;
    }
    if (controller.signal.aborted) return;
    // What came of another meanwhile holds for this one, too: nobody is asked for its token.
    if (!this.#turn.mayLeave() || this.#turn.isTokenAwaited()) {
      this.#turn.isPassed();
      return;
    }
    let sent: SentTheme;
    this.#underWay.isTokenAwaited = true;
    try {
      sent = await this.#parts.options.send(this.#connection, httpRequest, {
        kind: 'saveThemeTemplate',
        subject: request.name,
        themeId: this.#id.themeId,
        once: target.isFirst,
        signal: controller.signal,
        onToken: () => {
          this.#underWay.isTokenAwaited = false;
          this.#turn.mayFollow();
        },
        beforeStart: async () => {
          this.#underWay.isItsTurn = true;
          // What was in the way of an earlier try is not in the way of this one.
          this.#runtime.problem = undefined;
          this.#parts.notifier.changed();
          this.#isReady = await this.#readyToLeave(target);
        },
        mayStart: () => this.#isReady && this.#isNewest() && this.#mayLeave(),
        beforeGoingOn: async () => {
          this.#isReady = await this.#isStill(target);
        },
        onStart: () => {
          this.#held(false);
        },
        onHeld: () => {
          this.#held(true);
        },
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // What is in the way holds at once: it may be gone again while the disk is being asked.
      await Promise.all([this.#inTheWay(error), this.#record.takeBack()]);
      return;
    } finally {
      this.#underWay.isTokenAwaited = false;
      free();
    }
    await this.#ended(target, httpRequest, sent);
  }

  /**
   * Where it is saved. Of a theme of a newer Foyer it can't be told whether it is there already, nor
   * could it be noted; nor while another library is open, such as a copy with themes of the same IDs.
   */
  async #target(): Promise<SaveTarget> {
    const { store, options, runtime } = this.#parts;
    this.#assertAsked();
    // What arrived before is noted first, in its own library.
    const item = store.get(this.#id);
    if (item?.unnoted) runtime.assertionOfUnnoted(item)();
    const { library } = options;
    const { themeId, place } = this.#id;
    const document = await library.whole(themeId);
    return freeTargetOf(document, place, store.get(this.#id), { library, store });
  }

  #held(isHeld: boolean): void {
    if (this.#underWay.isHeld === isHeld) return;
    this.#underWay.isHeld = isHeld;
    this.#parts.notifier.changed();
  }

  /** Whether a person asked for nothing newer while it waited for its turn. */
  #isNewest(): boolean {
    return this.#parts.store.get(this.#id)?.request?.sequence === this.#underWay.request.sequence;
  }

  /**
   * At its turn: writes down that it may have arrived, if it would be begun now, too. What came of the
   * one before may have taught better, and the theme may be gone, or linked, by now: it is begun anew.
   * @throws ProblemError when it must not leave
   */
  async #readyToLeave(target: SaveTarget): Promise<boolean> {
    const item = this.#parts.store.get(this.#id);
    if (!item || !this.#isNewest() || needsDecision(item, this.#keepsClientIds())) return false;
    await this.#writeIntent(target);
    // Last of all that is waited for, so that it holds when the save leaves.
    return this.#isStill(target);
  }

  /** Whether it would be saved there, and over the same, by now. @throws ProblemError when its theme is gone */
  async #isStill(target: SaveTarget): Promise<boolean> {
    return isSameTarget(await this.#target(), target);
  }

  /**
   * With another token than the one that was there when it was begun, its answer would be taken for one
   * to the old one: it is begun anew.
   */
  #mayLeave(): boolean {
    return this.#parts.states.isPresent(this.#ticket) && this.#turn.mayLeave();
  }

  /** By what is known of the service by now, if the connection still leads to it. */
  #keepsClientIds(): Connection['keepsClientIds'] {
    const { id, baseAddress, keepsClientIds } = this.#connection;
    const now = this.#parts.connections.find(id);
    return now?.baseAddress === baseAddress ? now.keepsClientIds : keepsClientIds;
  }

  /**
   * Writes down that it may have arrived, at its turn and not before: what is in line when Foyer ends, or
   * waits for a locked keychain, is in no doubt. Also of a save whose repetition does no harm: a person may
   * cancel it, and this version may be there.
   * @throws ProblemError intentNotStored; then it must not leave
   */
  async #writeIntent(target: SaveTarget): Promise<void> {
    try {
      await this.#record.writeIntent(target);
    } catch (cause) {
      this.#parts.options.log.error('outbox.intentNotStored', { error: String(cause) });
      throw new ProblemError({ code: 'intentNotStored' }, { cause });
    }
  }

  async #ended(target: SaveTarget, httpRequest: ServiceRequest, sent: SentTheme): Promise<void> {
    const { changes, notifier, runtime, states } = this.#parts;
    const ticket = this.#ticket;
    const { before } = this.#underWay;
    const keepsClientIds = this.#keepsClientIds();
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
        await this.#record.refuse();
        if (this.#hasNewer()) return this.#goOn();
        break;
      case 'tokenRefused':
        // Held at once: the next in line would leave with it while that is written down.
        await Promise.all([states.block(ticket, 'tokenRefused'), this.#record.takeBack()]);
        // Another token has come since, which was not refused.
        if (!states.isPresent(ticket)) return this.#goOn();
        await changes.passOn(this.#id);
        notifier.changed();
        // It was asked for through another connection as well, whose token was not refused either.
        if (this.#goesThroughAnother()) return this.#goOn();
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
    else this.#answered(result);
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
    this.#answered({
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
  async #inTheWay(error: unknown): Promise<void> {
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

  /** What came of this try is not what it waits for: it is tried anew, or waits as before. */
  #goOn(): void {
    this.#runtime.outcome = undefined;
    this.#turn.isPassed();
  }

  /** Whether a newer version waits by now, of which the end of this one says nothing. */
  #hasNewer(): boolean {
    return this.#parts.store.get(this.#id)?.request ? !this.#isNewest() : false;
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

  #answered(result: PublishResult): void {
    const { request } = this.#underWay;
    const [through, asked] = [this.#connection.id, request.sequence];
    this.#parts.answers.record({ id: this.#id, result, through, asked, ...libraryOf(request) });
  }
}
