/** One try to save a theme at its place, from reading the theme to what came of it. */
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import type { PublishResult } from '@shared/publishing';
import { saveThemeTemplateRequest, type ServiceRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { Publication } from '@shared/theme/theme';
import type { ChangeNotifier } from './change-notifier';
import type { OutboxClock } from './clock';
import type { ConnectionLookup } from './connection-lookup';
import type { ConnectionStates, ConnectionTicket } from './connection-states';
import type { DurableChanges } from './durable-changes';
import { unaskedRepeats } from './item-status';
import {
  isSame,
  itemKey,
  type Item,
  type ItemId,
  type PublishRequest,
  type UnconfirmedSave,
} from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection, OutboxOptions, SentTheme } from './outbox-types';
import { problemOfError } from './problem-of-error';
import type { PublishAnswers } from './publish-answers';
import type { QueueProgress } from './queue-progress';
import type { RuntimeState, RuntimeStates } from './runtime-state';
import { targetOf, withAssignedId, withoutAssignedId, type SaveTarget } from './save-target';
import { editsToServiceVersion, nameInServiceVersion } from './service-version';
import { keptAnswer, readTemplateAnswer, type TemplateAnswer } from './template-answer';
import { isOfTheService, madeNothing, retryAfterOf, verdictOf } from './verdict';

/** A try that is under way, as others see it. */
export interface UnderWay {
  readonly controller: AbortController;
  readonly request: PublishRequest;
  isFirst: boolean;
  /** A person stopped it. */
  isCancelled: boolean;
  /** Its turn has come, and it is on its way. */
  hasLeft: boolean;
}

/** What a try works with. Changes of the item are functions of what it is at that moment. */
export interface AttemptParts<C extends OutboxConnection> {
  readonly options: OutboxOptions<C>;
  readonly clock: OutboxClock;
  readonly connections: ConnectionLookup<C>;
  readonly store: OutboxStore;
  readonly states: ConnectionStates;
  readonly runtime: RuntimeStates;
  readonly changes: DurableChanges<C>;
  readonly progress: QueueProgress;
  readonly answers: PublishAnswers<C>;
  readonly notifier: ChangeNotifier<C>;
}

/** What was written down before a save left: `null` for one whose repetition does no harm. */
interface Intent {
  readonly written: UnconfirmedSave | null;
  readonly before: UnconfirmedSave | null;
}

/** What is known once a request has ended. */
interface Ended<C> {
  readonly connection: C;
  readonly target: SaveTarget;
  readonly intent: Intent;
  readonly keepsClientIds: Connection['keepsClientIds'];
  readonly ticket: ConnectionTicket;
}

/** One delivery: written down, sent, and its outcome written down. */
export class DeliveryAttempt<C extends OutboxConnection> {
  readonly #id: ItemId;
  readonly #underWay: UnderWay;
  readonly #parts: AttemptParts<C>;
  /** Whether it may leave at this moment, its turn having come. */
  readonly #mayLeave: () => boolean;
  readonly #runtime: RuntimeState;

  constructor(id: ItemId, underWay: UnderWay, parts: AttemptParts<C>, mayLeave: () => boolean) {
    this.#id = id;
    this.#underWay = underWay;
    this.#parts = parts;
    this.#mayLeave = mayLeave;
    this.#runtime = parts.runtime.of(itemKey(id));
  }

  /** Never rejects because of what a network, a service or a disk does. `free`: nothing is sent any more. */
  async run(connection: C, free: () => void): Promise<void> {
    const { options, states } = this.#parts;
    const { request, controller } = this.#underWay;
    const ticket = states.ticket(connection.id);
    let httpRequest: ServiceRequest;
    let target: SaveTarget;
    try {
      // Another computer may have published it meanwhile: the file in the library tells.
      target = await this.#target();
      this.#runtime.isFirst = target.isFirst;
      this.#underWay.isFirst = target.isFirst;
      const { name, theme } = request;
      httpRequest = saveThemeTemplateRequest(connection, {
        templateId: target.templateId,
        name,
        theme,
      });
    } catch (error) {
      await this.#inTheWay(ticket, error);
      return;
    }
    if (this.#underWay.isCancelled) return;
    const intent = await this.#writeIntent(connection, target);
    if (intent === undefined) return;
    let sent: SentTheme;
    try {
      sent = await options.send(connection, httpRequest, {
        kind: 'saveThemeTemplate',
        subject: request.name,
        themeId: this.#id.themeId,
        once: target.isFirst,
        signal: controller.signal,
        mayStart: this.#mayLeave,
        onStart: () => {
          this.#underWay.hasLeft = true;
        },
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      await this.#takeBack(intent);
      await this.#inTheWay(ticket, error);
      return;
    } finally {
      free();
    }
    const keepsClientIds = this.#keepsClientIds(connection);
    await this.#ended({ connection, target, intent, keepsClientIds, ticket }, httpRequest, sent);
  }

  /** Where it is saved. Of a theme of a newer Foyer it can't be told whether it is there already, nor could it be noted. */
  async #target(): Promise<SaveTarget> {
    const { options, store } = this.#parts;
    const { themeId, place } = this.#id;
    return targetOf(await options.library.whole(themeId), place, store.get(this.#id));
  }

  /** By what is known of the service by now, if the connection still leads to it. */
  #keepsClientIds(connection: C): Connection['keepsClientIds'] {
    const now = this.#parts.connections.find(connection.id);
    return now?.baseAddress === connection.baseAddress
      ? now.keepsClientIds
      : connection.keepsClientIds;
  }

  /**
   * Writes down that it may have arrived, before it leaves; not of a save whose repetition does no
   * harm. `undefined`: it must not leave.
   */
  async #writeIntent(connection: C, target: SaveTarget): Promise<Intent | undefined> {
    const { changes, options, runtime, store } = this.#parts;
    const { request, controller } = this.#underWay;
    const isHarmless = !target.isFirst && this.#keepsClientIds(connection) === 'yes';
    if (isHarmless) return { written: null, before: store.get(this.#id)?.unconfirmed ?? null };
    let before: UnconfirmedSave | null = null;
    let written: UnconfirmedSave | null = null;
    try {
      await store.change(this.#id, (now) => {
        before = now.unconfirmed;
        written = {
          templateId: target.templateId,
          isFirst: target.isFirst,
          tries: (now.unconfirmed?.tries ?? 0) + 1,
          name: request.name,
          theme: request.theme,
          at: this.#now(),
        };
        const forOneTry = this.#withRequest(now, (same) => ({ ...same, duplicateAllowed: false }));
        return { ...forOneTry, unconfirmed: written };
      });
    } catch (error) {
      options.log.error('outbox.intentNotStored', { error: String(error) });
      await this.#takeBack({ written, before });
      runtime.tryLater(itemKey(this.#id), { code: 'intentNotStored' });
      return undefined;
    }
    if (controller.signal.aborted) {
      // Taken out while it was written down: nothing has left.
      await this.#takeBack({ written, before });
      return undefined;
    }
    return { written, before };
  }

  /** It is known that nothing came of it: the item is what it was before, with the request changed. */
  #takeBack(
    { written, before }: Intent,
    change: (request: PublishRequest) => PublishRequest = (same) => same,
  ): Promise<void> {
    const { duplicateAllowed } = this.#underWay.request;
    return this.#parts.changes.keep(this.#id, (now) => ({
      ...this.#withRequest(now, (same) => change({ ...same, duplicateAllowed })),
      ...(written && now.unconfirmed === written ? { unconfirmed: before } : {}),
    }));
  }

  async #ended(end: Ended<C>, httpRequest: ServiceRequest, sent: SentTheme): Promise<void> {
    const { notifier, runtime, states } = this.#parts;
    const { connection, target, intent, keepsClientIds, ticket } = end;
    const mayRepeat =
      keepsClientIds === 'yes' || (!target.isFirst && triesBefore(intent) < unaskedRepeats);
    const answer = readTemplateAnswer(httpRequest, target.templateId, sent.body);
    const verdict = verdictOf(sent.outcome, {
      isRepeatable: mayRepeat,
      hasId: !target.isFirst || keepsClientIds === 'yes' || answer.templateId !== undefined,
    });
    // An answer without an id that can be used does not say that the theme was saved.
    const outcome: Outcome =
      sent.outcome.kind === 'accepted' && verdict.kind === 'unsure'
        ? { kind: 'acceptedUnreadable', status: 200 }
        : sent.outcome;
    this.#runtime.outcome = outcome;
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
      await states.wait(ticket, {
        address: connection.baseAddress,
        seconds,
        isBusy: outcome.kind === 'rejected',
      });
    }
    switch (verdict.kind) {
      case 'arrived':
        states.succeeded(ticket);
        await this.#arrived(end, answer, result);
        return;
      case 'refused':
        await this.#takeBack(intent, (request) => ({ ...request, isRefused: true }));
        break;
      case 'tokenRefused':
        await states.block(ticket, 'tokenRefused');
        await this.#takeBack(intent);
        notifier.changedAll();
        break;
      case 'later':
        if (verdict.scope === 'theme') runtime.tryLater(itemKey(this.#id), undefined);
        if (madeNothing(outcome)) await this.#takeBack(intent);
        break;
      case 'unsure':
        break;
      case 'cancelled':
        if (verdict.mayHaveArrived) await this.#mayHaveArrived(target);
        else await this.#takeBack(intent);
        // Nobody stopped it: its turn came when it was not to leave, and it waits as before.
        if (!this.#underWay.isCancelled && !verdict.mayHaveArrived) {
          this.#runtime.outcome = undefined;
          return;
        }
        break;
    }
    this.#answered(result);
  }

  /** A person stopped it under way: nobody knows which version is there. */
  #mayHaveArrived({ templateId, isFirst }: SaveTarget): Promise<void> {
    const { name, theme } = this.#underWay.request;
    const at = this.#now();
    return this.#parts.changes.keep(this.#id, (now) => ({
      ...now,
      unconfirmed: now.unconfirmed ?? { templateId, isFirst, tries: 1, name, theme, at },
    }));
  }

  async #arrived(end: Ended<C>, answer: TemplateAnswer, result: PublishResult): Promise<void> {
    const { connection, target, intent } = end;
    const { changes, options, progress, runtime } = this.#parts;
    const { themeId, place } = this.#id;
    const { request } = this.#underWay;
    const { name, theme } = request;
    const templateId = answer.templateId ?? target.templateId;
    const hasOwnId = templateId !== target.templateId;
    const publication: Publication = {
      templateId,
      at: this.#now(),
      sent: { name, theme },
      ...keptAnswer(answer.template),
    };
    if (answer.rewrites.some(({ path }) => path === 'id')) {
      options.log.warn('outbox.unsafeId', { connectionId: connection.id });
    }
    if (hasOwnId) await this.#recordIdPolicy(connection, 'no');
    else if (target.isFirst && answer.templateId !== undefined) {
      await this.#recordIdPolicy(connection, 'yes');
    }
    this.#runtime.isFirst = false;
    try {
      await options.library.setPublication(themeId, place, publication);
    } catch (error) {
      // The id is known all the same, and the next try replaces what is there.
      await changes.keep(this.#id, (now) =>
        withAssignedId({ ...now, unconfirmed: null }, templateId, target),
      );
      runtime.tryLater(
        itemKey(this.#id),
        problemOfError(error) ?? { code: 'internal', id: String(error).slice(0, 200) },
      );
      return;
    }
    this.#runtime.failures = 0;
    this.#runtime.outcome = undefined;
    let isDone = false;
    await changes.keep(this.#id, (now) => {
      // The newest request has arrived, or the same was requested once more meanwhile.
      isDone =
        now.request !== null &&
        (now.request.sequence === request.sequence || isSame(now.request, request));
      return withoutAssignedId({ ...now, request: isDone ? null : now.request, unconfirmed: null });
    });
    if (isDone) progress.arrived();
    this.#answered({
      ...result,
      templateId,
      hasOwnId,
      rewrites: answer.rewrites,
      hasTheme: answer.hasTheme,
      canTakeAnswer:
        editsToServiceVersion(publication).length > 0 || nameInServiceVersion(publication) !== null,
      // Under the same id they were one and the same template.
      possibleCopies: hasOwnId ? triesBefore(intent) : 0,
    });
  }

  /** Something here is in the way: nothing was sent. */
  async #inTheWay(ticket: ConnectionTicket, error: unknown): Promise<void> {
    const problem = problemOfError(error);
    if (!problem) throw error;
    const { changes, notifier, runtime, states } = this.#parts;
    const { code } = problem;
    // By where the connection leads now it is decided what becomes of it.
    if (code === 'connectionChanged') return;
    if (code === 'notFound' && problem.what === 'theme') {
      this.#runtime.isMissing = true;
    } else if (code === 'tokenMissing') {
      await states.block(ticket, 'tokenMissing');
      notifier.changedAll();
    } else if (code === 'bodyTooLarge' || code === 'invalidFields') {
      this.#runtime.problem = problem;
      this.#runtime.outcome = undefined;
      await changes.keep(this.#id, (now) =>
        this.#withRequest(now, (request) => ({ ...request, isRefused: true })),
      );
    } else {
      runtime.tryLater(itemKey(this.#id), problem);
    }
  }

  async #recordIdPolicy({ id, baseAddress }: C, keeps: 'yes' | 'no'): Promise<void> {
    try {
      await this.#parts.options.learnIds(id, baseAddress, keeps);
    } catch (error) {
      this.#parts.options.log.warn('outbox.idsNotLearned', { error: String(error) });
    }
  }

  #answered(result: PublishResult): void {
    const { themeId, place } = this.#id;
    const { connectionId } = this.#underWay.request;
    this.#parts.answers.record({ themeId, connectionId, result }, place);
  }

  #now(): string {
    return this.#parts.clock.date().toISOString();
  }

  /** The item with its request changed, if it is still the request that is under way. */
  #withRequest(item: Item, change: (request: PublishRequest) => PublishRequest): Item {
    if (item.request?.sequence !== this.#underWay.request.sequence) return item;
    return { ...item, request: change(item.request) };
  }
}

/** Saves before this one that may have arrived. */
function triesBefore({ before }: Intent): number {
  return before?.tries ?? 0;
}
