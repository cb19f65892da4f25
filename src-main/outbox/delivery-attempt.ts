/** One try to save a theme at its place, from reading the theme to what came of it. */
import type { Connection } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { PublishResult } from '@shared/publishing';
import { saveThemeTemplateRequest, type ServiceRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { Publication } from '@shared/theme/theme';
import { problemOfStorage } from '../storage/storage';
import type { ConnectionStates, ConnectionTicket } from './connection-states';
import { unaskedRepeats, type Run } from './item-status';
import type { OutboxConnection, OutboxOptions, SentTheme } from './outbox-types';
import {
  isSame,
  type UnconfirmedSave,
  type Item,
  type ItemId,
  type PublishRequest,
} from './outbox-item';
import { withAssignedId, withoutAssignedId, type SaveTarget } from './save-target';
import { editsToServiceVersion, nameInServiceVersion } from './service-version';
import { readTemplateAnswer, type TemplateAnswer } from './template-answer';
import { madeNothing, verdictOf } from './verdict';

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

/** What a try needs of the queue. Changes of the item are functions of what it is at that moment. */
export interface AttemptHost<C extends OutboxConnection> {
  readonly options: OutboxOptions<C>;
  readonly states: ConnectionStates;
  readonly run: Run;
  now(): Date;
  target(): Promise<SaveTarget>;
  item(): Item | undefined;
  /** @throws when the disk refused it */
  change(how: (item: Item) => Item): Promise<void>;
  /** The same; what the disk refuses is logged. */
  keep(how: (item: Item) => Item): Promise<void>;
  /** Whether it may leave at this moment, its turn having come. */
  mayLeave(): boolean;
  /** Tries it again by itself, after a wait. */
  later(problem: Problem | undefined): void;
  /** It has arrived. */
  done(): void;
  answered(result: PublishResult): void;
  /** Something changed for all that waits for the connection. */
  connectionChanged(): void;
}

/** What is known once a request has ended. */
interface Ended<C> {
  readonly connection: C;
  readonly target: SaveTarget;
  readonly keepsClientIds: Connection['keepsClientIds'];
  /** Saves before this one that may have arrived. */
  readonly earlierTries: number;
  readonly ticket: ConnectionTicket;
  readonly takeBack: (change?: (request: PublishRequest) => PublishRequest) => Promise<void>;
}

/** One delivery: written down, sent, and its outcome written down. */
export class DeliveryAttempt<C extends OutboxConnection> {
  readonly #id: ItemId;
  readonly #underWay: UnderWay;
  readonly #host: AttemptHost<C>;

  constructor(id: ItemId, underWay: UnderWay, host: AttemptHost<C>) {
    this.#id = id;
    this.#underWay = underWay;
    this.#host = host;
  }

  /** Never rejects because of what a network, a service or a disk does. `free`: nothing is sent any more. */
  async run(connection: C, free: () => void): Promise<void> {
    const { options, run, states } = this.#host;
    const { request, controller } = this.#underWay;
    const ticket = states.ticket(connection.id);
    let httpRequest: ServiceRequest;
    let target: SaveTarget;
    try {
      // Another computer may have published it meanwhile: the file in the library tells.
      target = await this.#host.target();
      run.isFirst = target.isFirst;
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
    const takeBack = (
      change: (request: PublishRequest) => PublishRequest = (same) => same,
    ): Promise<void> =>
      this.#host.keep((now) => ({
        ...this.#withRequest(now, (same) =>
          change({ ...same, duplicateAllowed: request.duplicateAllowed }),
        ),
        ...(intent.unconfirmed && now.unconfirmed === intent.unconfirmed
          ? { unconfirmed: intent.before }
          : {}),
      }));
    let sent: SentTheme;
    try {
      sent = await options.send(connection, httpRequest, {
        kind: 'saveThemeTemplate',
        subject: request.name,
        themeId: this.#id.themeId,
        once: target.isFirst,
        signal: controller.signal,
        mayStart: () => this.#host.mayLeave(),
        onStart: () => {
          this.#underWay.hasLeft = true;
        },
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      await takeBack();
      await this.#inTheWay(ticket, error);
      return;
    } finally {
      free();
    }
    const keepsClientIds = this.#keepsClientIds(connection);
    const earlierTries = intent.before?.tries ?? 0;
    await this.#ended(
      { connection, target, keepsClientIds, earlierTries, ticket, takeBack },
      httpRequest,
      sent,
    );
  }

  /** By what is known of the service by now, if the connection still leads to it. */
  #keepsClientIds(connection: C): Connection['keepsClientIds'] {
    const now = this.#host.options.connectionById(connection.id);
    return now?.baseAddress === connection.baseAddress
      ? now.keepsClientIds
      : connection.keepsClientIds;
  }

  /**
   * Writes down that it may have arrived, before it leaves; not of a save whose repetition does no
   * harm. `undefined`: it must not leave.
   */
  async #writeIntent(
    connection: C,
    target: SaveTarget,
  ): Promise<{ unconfirmed: UnconfirmedSave | null; before: UnconfirmedSave | null } | undefined> {
    const { request, controller } = this.#underWay;
    const isHarmless = !target.isFirst && this.#keepsClientIds(connection) === 'yes';
    if (isHarmless) return { unconfirmed: null, before: this.#host.item()?.unconfirmed ?? null };
    let before: UnconfirmedSave | null = null;
    let unconfirmed: UnconfirmedSave | null = null;
    try {
      await this.#host.change((now) => {
        before = now.unconfirmed;
        unconfirmed = {
          templateId: target.templateId,
          isFirst: target.isFirst,
          tries: (now.unconfirmed?.tries ?? 0) + 1,
          name: request.name,
          theme: request.theme,
          at: this.#host.now().toISOString(),
        };
        return {
          ...this.#withRequest(now, (same) => ({ ...same, duplicateAllowed: false })),
          unconfirmed,
        };
      });
    } catch (error) {
      this.#host.options.log.error('outbox.intentNotStored', { error: String(error) });
      await this.#takeIntentBack(unconfirmed, before);
      this.#host.later({ code: 'intentNotStored' });
      return undefined;
    }
    if (controller.signal.aborted) {
      // Taken out while it was written down: nothing has left.
      await this.#takeIntentBack(unconfirmed, before);
      return undefined;
    }
    return { unconfirmed, before };
  }

  #takeIntentBack(
    unconfirmed: UnconfirmedSave | null,
    before: UnconfirmedSave | null,
  ): Promise<void> {
    const { request } = this.#underWay;
    return this.#host.keep((now) => ({
      ...this.#withRequest(now, (same) => ({
        ...same,
        duplicateAllowed: request.duplicateAllowed,
      })),
      unconfirmed: now.unconfirmed === unconfirmed ? before : now.unconfirmed,
    }));
  }

  async #ended(end: Ended<C>, httpRequest: ServiceRequest, sent: SentTheme): Promise<void> {
    const { states, run } = this.#host;
    const { connection, target, keepsClientIds, earlierTries, ticket, takeBack } = end;
    const mayRepeat =
      keepsClientIds === 'yes' || (!target.isFirst && earlierTries < unaskedRepeats);
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
    run.outcome = outcome;
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
    const seconds = askedWait(outcome);
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
        await takeBack((request) => ({ ...request, isRefused: true }));
        break;
      case 'tokenRefused':
        await states.block(ticket, 'tokenRefused');
        await takeBack();
        this.#host.connectionChanged();
        break;
      case 'later':
        if (verdict.scope === 'theme') this.#host.later(undefined);
        if (madeNothing(outcome)) await takeBack();
        break;
      case 'unsure':
        break;
      case 'cancelled':
        if (verdict.mayHaveArrived) await this.#mayHaveArrived(target);
        else await takeBack();
        // Nobody stopped it: its turn came when it was not to leave, and it waits as before.
        if (!this.#underWay.isCancelled && !verdict.mayHaveArrived) {
          run.outcome = undefined;
          return;
        }
        break;
    }
    this.#host.answered(result);
  }

  /** A person stopped it under way: nobody knows which version is there. */
  #mayHaveArrived({ templateId, isFirst }: SaveTarget): Promise<void> {
    const { name, theme } = this.#underWay.request;
    const at = this.#host.now().toISOString();
    return this.#host.keep((now) => ({
      ...now,
      unconfirmed: now.unconfirmed ?? { templateId, isFirst, tries: 1, name, theme, at },
    }));
  }

  async #arrived(end: Ended<C>, answer: TemplateAnswer, result: PublishResult): Promise<void> {
    const { connection, target, earlierTries } = end;
    const { options, run } = this.#host;
    const { themeId, place } = this.#id;
    const { request } = this.#underWay;
    const { name, theme } = request;
    const templateId = answer.templateId ?? target.templateId;
    const hasOwnId = templateId !== target.templateId;
    const publication: Publication = {
      templateId,
      at: this.#host.now().toISOString(),
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
    run.isFirst = false;
    try {
      await options.library.setPublication(themeId, place, publication);
    } catch (error) {
      // The id is known all the same, and the next try replaces what is there.
      await this.#host.keep((now) =>
        withAssignedId({ ...now, unconfirmed: null }, templateId, target),
      );
      this.#host.later(
        problemOfError(error) ?? { code: 'internal', id: String(error).slice(0, 200) },
      );
      return;
    }
    run.failures = 0;
    run.outcome = undefined;
    let isDone = false;
    await this.#host.keep((now) => {
      // The newest request has arrived, or the same was requested once more meanwhile.
      isDone =
        now.request !== null &&
        (now.request.sequence === request.sequence || isSame(now.request, request));
      return withoutAssignedId({ ...now, request: isDone ? null : now.request, unconfirmed: null });
    });
    if (isDone) this.#host.done();
    this.#host.answered({
      ...result,
      templateId,
      hasOwnId,
      rewrites: answer.rewrites,
      hasTheme: answer.hasTheme,
      canTakeAnswer:
        editsToServiceVersion(publication).length > 0 || nameInServiceVersion(publication) !== null,
      // Under the same id they were one and the same template.
      possibleCopies: hasOwnId ? earlierTries : 0,
    });
  }

  /** Something here is in the way: nothing was sent. */
  async #inTheWay(ticket: ConnectionTicket, error: unknown): Promise<void> {
    const problem = problemOfError(error);
    if (!problem) throw error;
    const { run, states } = this.#host;
    const { code } = problem;
    // By where the connection leads now it is decided what becomes of it.
    if (code === 'connectionChanged') return;
    if (code === 'notFound' && problem.what === 'theme') {
      run.isMissing = true;
    } else if (code === 'tokenMissing') {
      await states.block(ticket, 'tokenMissing');
      this.#host.connectionChanged();
    } else if (code === 'bodyTooLarge' || code === 'invalidFields') {
      run.problem = problem;
      run.outcome = undefined;
      await this.#host.keep((now) =>
        this.#withRequest(now, (request) => ({ ...request, isRefused: true })),
      );
    } else {
      this.#host.later(problem);
    }
  }

  async #recordIdPolicy({ id, baseAddress }: C, keeps: 'yes' | 'no'): Promise<void> {
    try {
      await this.#host.options.learnIds(id, baseAddress, keeps);
    } catch (error) {
      this.#host.options.log.warn('outbox.idsNotLearned', { error: String(error) });
    }
  }

  /** The item with its request changed, if it is still the request that is under way. */
  #withRequest(item: Item, change: (request: PublishRequest) => PublishRequest): Item {
    if (item.request?.sequence !== this.#underWay.request.sequence) return item;
    return { ...item, request: change(item.request) };
  }
}

/** What an error of ours means to a person. */
export function problemOfError(error: unknown): Problem | undefined {
  return error instanceof ProblemError ? error.problem : problemOfStorage(error);
}

/** Whether it is an answer of the service, and of nothing that stands before it. */
function isOfTheService({ kind }: Outcome): boolean {
  return (
    kind === 'accepted' ||
    kind === 'acceptedUnreadable' ||
    kind === 'rejected' ||
    kind === 'tokenRefused' ||
    kind === 'serviceFailed'
  );
}

/** How long the answer asks to wait, in seconds. */
function askedWait(outcome: Outcome): number | undefined {
  return outcome.kind === 'rejected' || outcome.kind === 'serviceFailed'
    ? outcome.retryAfter
    : undefined;
}

/** A larger answer is not kept in the theme's file, which would grow with every connection. */
const largestKeptAnswer = 256 * 1024;

function keptAnswer(template: Record<string, unknown> | undefined): Pick<Publication, 'answer'> {
  if (template === undefined) return {};
  if (JSON.stringify(template).length <= largestKeptAnswer) return { answer: template };
  const { theme: _large, ...facts } = template;
  return JSON.stringify(facts).length <= largestKeptAnswer ? { answer: facts } : {};
}
