/** One try to save a theme at its place: reading the theme, its turn, and sending it. */
import { ProblemError } from '@shared/problem-error';
import { saveThemeTemplateRequest, type ServiceRequest } from '@shared/service/operations';
import { AttemptEnd, type AttemptParts, type Turn } from './attempt-end';
import { AttemptRecord } from './attempt-record';
import type { ConnectionTicket } from './connection-states';
import { needsDecision } from './item-status';
import { settleNoted } from './noting';
import { itemKey, type ItemId } from './outbox-item';
import type { OutboxConnection, SentTheme } from './outbox-types';
import type { RuntimeState } from './runtime-state';
import { freeTargetOf, isSameTarget, type SaveTarget } from './save-target';
import type { UnderWay } from './under-way';

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
  readonly #end: AttemptEnd<C>;
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
    this.#end = new AttemptEnd({
      ...{ id, connection, underWay, parts, turn },
      ...{ record: this.#record, ticket: this.#ticket, assertAsked: this.#assertAsked },
    });
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
    if (!this.#end.isNewest()) {
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
      await this.#end.inTheWay(error);
      return;
    }
    if (this.#underWay.isCancelled) return;
    // What came of another meanwhile holds for this one, too: nobody is asked for its token.
    if (controller.signal.aborted || !this.#turn.mayLeave() || this.#turn.isTokenAwaited()) {
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
        mayStart: () => this.#isReady && this.#end.isNewest() && this.#mayLeave(),
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
      await Promise.all([this.#end.inTheWay(error), this.#record.takeBack()]);
      return;
    } finally {
      this.#underWay.isTokenAwaited = false;
      free();
    }
    await this.#end.answered(target, httpRequest, sent);
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

  /**
   * At its turn: writes down that it may have arrived, if it would be begun now, too. What came of the
   * one before may have taught better, and the theme may be gone, or linked, by now: it is begun anew.
   * @throws ProblemError when it must not leave
   */
  async #readyToLeave(target: SaveTarget): Promise<boolean> {
    const item = this.#parts.store.get(this.#id);
    if (!item || !this.#end.isNewest() || needsDecision(item, this.#end.keepsClientIds()))
      return false;
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
}
