/**
 * Billing: a workspace's subscription is changed. The exact request is read before it is sent, sent
 * once, and the answer is kept as the service gave it. A checkout opens in the person's browser at
 * their click, and comes back to a one-time address on this computer.
 */
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import type { Billing, CheckoutReturn, SubscriptionChange } from '@shared/sending';
import type { SubscriptionAnswer } from '@shared/service/answers';
import { brokeOff } from '@shared/service/outcome';
import { updateSubscriptionRequest } from '@shared/service/operations';
import { asksInSteps } from '@shared/service/presets';
import { publicationKey } from '@shared/theme/theme';
import { newId, OpenIntents, type Departure } from '../storage/storage';
import {
  allChanges,
  changesAt,
  draftOf,
  openBillingDocument,
  withChange,
  withDraft,
  type PlacedChange,
} from './billing-document';
import { emptyDraft, readBillingForm } from './billing-form';
import type { BillingOptions, BillingRoom } from './billing-options';
import { isOfPractice } from './checkout-address';
import { openCheckout } from './checkout-opening';
import { keptAnswer, readSentAnswer } from './kept-answer';
import { lastKnownFrom } from './last-known';
import type { ReturnListener } from './return-listener';
import type { Review } from './review';

const knownFrom = (changes: readonly SubscriptionChange[], connection: Connection | undefined) =>
  lastKnownFrom(changes, connection && asksInSteps(connection));

/** Opens the room. What was under way when the app ended is marked as not known. */
export async function createBilling(options: BillingOptions): Promise<BillingRoom> {
  const { send, onReturn, warn, now = () => new Date().toISOString() } = options;
  const listeners = new Set<(billing: Billing) => void>();
  const reviews = new Map<string, Review>();
  /** Every address that is listened on, for what was sent and for what may be. */
  const open = new Set<ReturnListener>();
  /** Where a change is under way, by `publicationKey`. */
  const underWay = new Set<string>();
  /** What was answered since the app was started: the practice service keeps nothing beyond its end. */
  const answered = new Set<string>();
  /** What was handed over, by its `activityId`. */
  const intents = new OpenIntents<SubscriptionChange>(({ connectionId, place = '' }) =>
    tell({ connectionId, place }),
  );
  let revision = 0;
  /** Whose state was asked for: it may be shown. */
  const asked = new Set<string>();
  const document = await openBillingDocument(options.folder, () => {
    for (const connectionId of asked) tellOne(connectionId);
  });

  /** The changes of where the connection leads now: what it led to before is another subscription. */
  function changesHere(connectionId: string): SubscriptionChange[] {
    const connection = options.connectionById(connectionId);
    return connection ? changesAt(document.get(), connection) : [];
  }

  function snapshot(connectionId: string): Billing {
    const draft = draftOf(document.get(), connectionId);
    const changes = changesHere(connectionId);
    const lastKnown = knownFrom(changes, options.connectionById(connectionId));
    const place = placeOf(connectionId);
    return {
      revision,
      connectionId,
      draft: draft ?? emptyDraft(lastKnown),
      lastKnown,
      changes: intents.shown(changes, (one) => one.place === place).map(asItIs),
    };
  }

  /** A change with what became of its checkout, and of the wait for the return from it. */
  function asItIs(kept: SubscriptionChange): SubscriptionChange {
    const { checkoutReturn } = kept;
    // The computer may have slept through the end, which its listener is about to notice.
    const isOver = checkoutReturn.state === 'listening' && checkoutReturn.until <= now();
    const change = isOver ? { ...kept, checkoutReturn: { state: 'closed' } as const } : kept;
    const { activityId, answer, checkout } = change;
    if (!checkout?.canOpen || answered.has(activityId)) return change;
    if (!isOfPractice(answer?.checkoutUrl ?? '')) return change;
    return { ...change, checkout: { ...checkout, canOpen: false, isForgotten: true } };
  }

  /** Tells the windows what a connection has now. */
  function tellOne(connectionId: string): void {
    revision += 1;
    for (const listener of listeners) listener(snapshot(connectionId));
  }

  /** Tells of a change, also under other connections that lead to the same workspace. */
  function tell({ connectionId, place }: { connectionId: string; place: string }): void {
    tellOne(connectionId);
    for (const id of asked) if (id !== connectionId && placeOf(id) === place) tellOne(id);
  }

  /** Where the connection leads now; `undefined` when it is gone. */
  function placeOf(connectionId: string): string | undefined {
    const connection = options.connectionById(connectionId);
    return connection && publicationKey(connection);
  }

  /** What came of a change is shown even when the disk refuses it. Never rejects. */
  async function replace(
    change: PlacedChange,
    next: (before: SubscriptionChange | undefined) => SubscriptionChange | undefined,
  ): Promise<void> {
    const isStored = document.change((all) => withChange(all, change, next), { ifRefused: 'keep' });
    tell(change);
    await isStored.catch((error: unknown) => {
      warn('billing.notSaved', { error: String(error) });
    });
  }

  /**
   * Typing may still be on its way to the disk; what was handed over was typed for certain. What is typed
   * from then on is newer. Never rejects.
   */
  async function keepDraft(connectionId: string, draft: Review['draft']): Promise<void> {
    await document
      .change((all) => withDraft(all, connectionId, draft), { ifRefused: 'keep' })
      .catch((error: unknown) => warn('billing.notSaved', { error: String(error) }));
  }

  /** It was sent then, and not when it was handed over. */
  function left(change: PlacedChange, at: string): Promise<void> {
    // Its end may be known already, and says when as well.
    return replace(change, (one) => (one?.outcome === null ? { ...one, at } : one));
  }

  function connectionOf(id: string): Connection {
    const connection = options.connectionById(id);
    if (!connection) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return connection;
  }

  /** What became of a review that was sent. */
  function changeOf({ activityId, place }: Review): PlacedChange | undefined {
    if (activityId === undefined || place === undefined) return undefined;
    const change = allChanges(document.get()).find((one) => one.activityId === activityId);
    return change && { ...change, place };
  }

  /** The newest change that was sent to a place. */
  function newestAt(place: string | undefined): string | undefined {
    return place === undefined ? undefined : document.get().places[place]?.changes[0]?.activityId;
  }

  /** A visit to the one-time address, or the end of its time. */
  function settleReturn(review: Review, state: CheckoutReturn): void {
    const { connectionId, listener } = review;
    if (listener) open.delete(listener);
    review.back = state;
    const change = changeOf(review);
    if (change?.checkoutReturn.state !== 'listening') return;
    const { activityId } = change;
    void replace(change, (one) => one && { ...one, checkoutReturn: state });
    if (state.state === 'back') onReturn({ connectionId, activityId, says: state.says });
  }

  function stopListening(listener: ReturnListener | undefined): void {
    if (!listener) return;
    open.delete(listener);
    listener.close();
  }

  /** Forgets reviews of the connection that were never sent. */
  function dropReviews(connectionId: string): void {
    for (const [id, review] of reviews) {
      if (review.connectionId !== connectionId || review.activityId !== undefined) continue;
      stopListening(review.listener);
      reviews.delete(id);
    }
  }

  async function makeReview(connection: Connection, draft: Billing['draft']) {
    const form = readBillingForm(draft, connection.preset);
    dropReviews(connection.id);
    const settle = (state: CheckoutReturn) => settleReturn(review, state);
    // Node's HTTP is loaded with it.
    const { openReturnListener } = await import('./return-listener');
    const listener =
      form.returnUrl === undefined
        ? await openReturnListener({
            onBack: (says) =>
              settle({ state: 'back', says, at: now(), after: newestAt(review.place) }),
            onOver: () => settle({ state: 'closed' }),
          })
        : undefined;
    if (listener) open.add(listener);
    const input = { ...form.input, returnUrl: form.returnUrl ?? listener?.url ?? '' };
    const request = updateSubscriptionRequest(connection, input);
    const review: Review = {
      connectionId: connection.id,
      draft,
      input,
      request,
      listener,
      activityId: undefined,
      place: undefined,
      back: undefined,
    };
    // Another one may have been made while the port was opened.
    dropReviews(connection.id);
    const reviewId = newId();
    reviews.set(reviewId, review);
    return { reviewId, request };
  }

  function sendOnce(connection: Connection, review: Review): Promise<SubscriptionChange> {
    const { input, listener } = review;
    const change: PlacedChange = {
      activityId: newId(),
      at: now(),
      connectionId: connection.id,
      place: publicationKey(connection),
      input,
      workspaceId: connection.workspaceId,
      chatsInSteps: asksInSteps(connection),
      before: knownFrom(changesHere(connection.id), connection),
      outcome: null,
      tookMs: null,
      checkoutReturn: listener
        ? { state: 'listening', until: listener.until }
        : { state: 'elsewhere' },
    };
    review.activityId = change.activityId;
    review.place = change.place;
    return intents.run(change, (departure) => storeAndSend(connection, review, change, departure));
  }

  async function storeAndSend(
    connection: Connection,
    review: Review,
    intent: PlacedChange,
    { signal, hasLeft, isHeld, mayHaveLeft }: Departure,
  ): Promise<SubscriptionChange> {
    const { input, request } = review;
    let change = intent;
    void keepDraft(connection.id, review.draft);
    tell(change);
    let sent;
    try {
      sent = await send(connection, request, {
        kind: 'updateSubscription',
        subject: input.plan,
        once: true,
        signal,
        activityId: change.activityId,
        beforeStart: () => writeDown(review, intent),
        onStart() {
          hasLeft();
          const at = now();
          change = { ...change, at };
          setImmediate(() => void left(intent, at));
        },
        onHeld() {
          isHeld();
          tell(change);
        },
      });
    } catch (error) {
      return await endWithoutSent(review, change, error, mayHaveLeft());
    }
    answered.add(sent.activityId);
    const answer = readSentAnswer(connection, sent);
    review.activityId = sent.activityId;
    const ended: PlacedChange = {
      ...change,
      activityId: sent.activityId,
      outcome: sent.outcome,
      tookMs: sent.tookMs,
      ...keptAnswer(connection, answer, sent),
      checkoutReturn: returnAfter(review, answer),
    };
    await replace(change, () => ended);
    return ended;
  }

  /** From now on it may have arrived. @throws ProblemError `intentNotStored`; then it does not leave */
  async function writeDown(review: Review, intent: PlacedChange): Promise<void> {
    await document
      .change((all) => withChange(all, intent, () => intent), { ifRefused: 'undo' })
      .catch((cause: unknown) => {
        throw new ProblemError({ code: 'intentNotStored' }, { cause });
      });
    review.listener?.arm();
  }

  /** Nothing comes back when there is no checkout to come back from. */
  function returnAfter(review: Review, answer: SubscriptionAnswer | undefined): CheckoutReturn {
    const { listener, back } = review;
    if (!listener) return { state: 'elsewhere' };
    if (back) return back;
    if (answer?.checkoutUrl === undefined) {
      stopListening(listener);
      return { state: 'closed' };
    }
    return { state: 'listening', until: listener.until };
  }

  /** Throws on what nothing left of; else it ends as not sure: an error would have a person try again. */
  async function endWithoutSent(
    review: Review,
    change: PlacedChange,
    error: unknown,
    mayHaveLeft: boolean,
  ): Promise<SubscriptionChange> {
    const isForeseen = error instanceof ProblemError;
    if (isForeseen) review.activityId = undefined;
    else stopListening(review.listener);
    if (isForeseen || !mayHaveLeft) {
      await replace(change, () => undefined);
      throw error;
    }
    warn('billing.brokeOff', { error: String(error) });
    const checkoutReturn: CheckoutReturn = { state: review.listener ? 'closed' : 'elsewhere' };
    const ended = { ...change, outcome: brokeOff, checkoutReturn };
    await replace(change, () => ended);
    return ended;
  }

  return {
    handlers: {
      state({ connectionId }) {
        connectionOf(connectionId);
        asked.add(connectionId);
        return snapshot(connectionId);
      },
      async saveDraft({ connectionId, draft }) {
        connectionOf(connectionId);
        const before = draftOf(document.get(), connectionId);
        if (JSON.stringify(before) === JSON.stringify(draft)) return;
        const how = { ifRefused: 'keep', mayRest: true } as const;
        await document.change((all) => withDraft(all, connectionId, draft), how);
      },
      review: ({ connectionId, draft }) => makeReview(connectionOf(connectionId), draft),
      async send({ reviewId }) {
        const review = reviews.get(reviewId);
        if (!review) throw new ProblemError({ code: 'notFound', what: 'request' });
        const { connectionId, input, request } = review;
        const connection = connectionOf(connectionId);
        const place = publicationKey(connection);
        if (review.activityId !== undefined || underWay.has(place)) {
          throw new ProblemError({ code: 'alreadyUnderWay' });
        }
        const current = updateSubscriptionRequest(connection, input);
        if (review.back !== undefined) {
          dropReviews(connectionId);
          throw new ProblemError({ code: 'reviewExpired' });
        }
        if (current.url !== request.url || current.body !== request.body) {
          // What would be sent is no longer what was read.
          dropReviews(connectionId);
          throw new ProblemError({ code: 'connectionChanged', label: connection.label });
        }
        underWay.add(place);
        try {
          return await sendOnce(connection, review);
        } finally {
          underWay.delete(place);
          // What did not leave may be sent after what was missing is put right.
          if (review.activityId !== undefined) reviews.delete(reviewId);
        }
      },
      async openCheckout({ activityId }) {
        const all = () => allChanges(document.get()).map(asItIs);
        await openCheckout(activityId, { ...options, all, newestAt, replace });
      },
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await intents.close();
      for (const listener of open) listener.close();
      open.clear();
      await document.close();
    },
  };
}
