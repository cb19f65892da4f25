/** What waits to be published, in the order of the requests, and what a person does with all of it. */
import { ProblemError } from '@shared/problem-error';
import type { OutboxReason, PublishTarget } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import type { AskedHow, HandedIn } from './handed-in';
import { isOfAnotherLibrary, knownHere } from './known-here';
import { findLocalRefusal } from './local-refusal';
import { settleNoted } from './noting';
import { contentToSend, isSame, itemKey, type ItemId, type PublishRequest } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxConnection, ShownContent } from './outbox-types';
import { freeTargetOf, targetOf, type PublishedTheme, type SaveTarget } from './save-target';
import type { Standing } from './standings';
import { waysOf, waysTried } from './ways';

/** What can be asked of the queue. */
export type OutboxQueue = ReturnType<typeof createQueue>;

/** What no word to try again is about: it waits for another one, for its theme, or for its own library. */
const notTried: ReadonlySet<OutboxReason> = new Set([
  'decision',
  'elsewhere',
  'otherLibrary',
  'themeMissing',
]);

/** One of many that a person asked for. */
interface AskedFor {
  readonly target: PublishTarget;
  /** Its number among all that was asked for. */
  readonly sequence: number;
  /** Whether it is queued now; not where a person took it out meanwhile. */
  readonly queue: () => Promise<boolean>;
}

/** What is sent of a theme that is shown; rejects where it can't be had, or can't be what was asked for before. */
function contentOf(shown: ShownContent | Promise<ShownContent>): HandedIn['content'] {
  if (!(shown instanceof Promise)) return contentToSend(shown);
  const content = shown.then(contentToSend);
  // Told once it is its turn.
  content.catch(() => undefined);
  return content;
}

/** Takes what is to be published, and takes it out again. What leaves is the scheduler's to say. */
export function createQueue<C extends OutboxConnection>(
  parts: OutboxParts<C>,
  /** Takes out what waits for connections that are gone. */
  sweep: () => void,
) {
  const { answers, changes, clock, connections, handedIn, inHand, notifier, options } = parts;
  const { progress, runtime, scheduler, states, store, underWay, unreadable, view } = parts;
  let started: Promise<void> | undefined;
  let opened: Promise<void> | undefined;

  /** Reads what is unsettled. Never rejects: what could not be read is asked for again later. */
  async function start(): Promise<void> {
    started ??= load();
    await started;
  }

  async function load(): Promise<void> {
    runtime.startIn(options.library);
    // What an earlier run left is of the library that it was asked for in.
    await Promise.all([changes.load(takeUp), options.library.readKnown()]);
    await unreadable.look();
    // Also where nothing is in it: publishing may be paused.
    notifier.changed();
  }

  /** From now on things are sent. */
  function open(): void {
    opened ??= start()
      .then(takeUp)
      .then(() => {
        if (scheduler.open()) scheduler.pump();
        // The connections may have been read since it was first told, or it is known that they can't be.
        notifier.changed();
      });
  }

  /**
   * Does with all that was read, at the start or later, what must be done before it is sent. Never rejects.
   */
  async function takeUp(): Promise<void> {
    sweep();
    await unreadable.look();
    for (const id of store.values()) {
      // As it is by its turn: while another was looked up, a newer one may have been asked for.
      if (store.get(id)) void changes.kept(changes.dropReadTooLate(id));
      const item = store.get(id);
      if (!item) continue;
      findLocalRefusal(item, parts);
      // What is under way has looked for itself.
      if (!underWay.has(itemKey(item))) await settleNoted(item, parts);
    }
    scheduler.pump();
  }

  /** Resolves when nothing is under way, and the disk has had all that was handed to it. */
  async function settled(): Promise<void> {
    await start();
    await opened;
    await scheduler.quiet();
    await changes.idle();
  }

  /**
   * Sends nothing more, and waits at most so long for what has left; for what a person asked for, as long as
   * within each such time one more of it is written down.
   */
  async function close(longestMs: number): Promise<void> {
    scheduler.close();
    changes.stop();
    notifier.stop();
    scheduler.abortThoseInLine();
    let end: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      const wait = (left: number): void => {
        end = clock.after(longestMs, () => {
          if (inHand.size < left) wait(inHand.size);
          else resolve();
        });
      };
      wait(inHand.size);
    });
    const written = inHand.none().then(settled);
    await Promise.race([Promise.all([written, changes.writeAgain()]), late]);
    end?.();
  }

  /** Where a save of the theme goes now. @throws ProblemError of the library */
  function saveTarget(document: PublishedTheme, place: string): Promise<SaveTarget> {
    const item = knownHere({ themeId: document.id, place }, parts);
    return freeTargetOf(document, place, item, { library: options.library, store });
  }

  /**
   * Queues many, once what waits was read, as `handIn` says: it calls what queues each, which throws what is in
   * the way of that one. Where one is named, a later save that is not confirmed goes again at that word alone.
   */
  async function enqueueAll(
    targets: readonly PublishTarget[],
    how: AskedHow,
    handIn: (asked: readonly AskedFor[]) => Promise<unknown>,
  ): Promise<void> {
    // As all is now: before the turn of each has come, its connection can be pointed elsewhere, and it can be
    // edited, or cancelled.
    const closed = new Map<string, HandedIn[]>();
    /** By its key: through whatever connections, what goes to one place is one. */
    const groups = new Map<string, HandedIn[]>();
    const asked = targets.map((target) => {
      const id = connections.idOf(target);
      const key = id && itemKey(id);
      const { themeId } = target;
      const shown = how.shown?.get(themeId) ?? options.library.asAsked(themeId);
      const together = (key !== undefined && groups.get(key)) || [];
      if (key !== undefined) groups.set(key, together);
      const sequence = together[0]?.sequence ?? store.nextSequence();
      const one: HandedIn = {
        ...{ target, id, content: shown && contentOf(shown) },
        ...{ sequence, together, how, isCancelled: false },
      };
      together.push(one);
      handedIn.add(one);
      const ended = inHand.begin();
      if (!shown) closed.set(target.themeId, [...(closed.get(target.themeId) ?? []), one]);
      const queue = async (): Promise<boolean> => {
        try {
          return await enqueue(one);
        } catch (error) {
          // What was taken out is asked for no more, whatever was in its way.
          if (one.isCancelled) return false;
          throw error;
        } finally {
          handedIn.delete(one);
          ended();
          if (key !== undefined) progress.announcedOneEnded(key);
          notifier.changed();
        }
      };
      return { target, sequence, key, queue };
    });
    progress.announce(asked.flatMap(({ key }) => key ?? []));
    notifier.changed();
    const end = options.library.onThemeOpen((opened) => {
      for (const one of closed.get(opened.id) ?? []) one.content ??= contentToSend(opened);
    });
    try {
      await handIn(asked);
    } finally {
      end();
    }
  }

  /**
   * Queues the theme as it was asked for, unless a person said something newer of it while it was read. The
   * same again, while it is on its way, is one. False: it was taken out meanwhile.
   * @throws ProblemError, StorageError; then nothing is queued
   */
  async function enqueue(one: HandedIn): Promise<boolean> {
    const { target, sequence, how } = one;
    changes.assertReadable();
    const connection = connections.get(target.connectionId);
    const id = one.id ?? { themeId: target.themeId, place: publicationKey(connection) };
    const key = itemKey(id);
    // Of a later save that is not confirmed a person was asked, and publishes it again all the same: a
    // word about what is shown now, and not about what comes of a try meanwhile.
    const shown = store.get(id);
    const askedAbout =
      how.isNamed && shown && view.reasonAt(shown, connection.id) === 'decision'
        ? shown.unconfirmed
        : null;
    const document = await options.library.saved(target.themeId);
    const content = (await one.content) ?? contentToSend(document);
    how.assertSame();
    const state = runtime.of(key);
    // Where the disk refuses what was asked for later, this one is the newest.
    for (;;) {
      const later = changes.laterBeingWritten(id, sequence);
      if (!later) break;
      await later;
    }
    connections.get(target.connectionId);
    if (one.isCancelled) return false;
    // A newer one is there, or the same through another connection that leads there.
    if (sequence <= Math.max(state.newest, state.arrived)) return true;
    const present = store.get(id);
    // What waits, what is in doubt and what is to be noted have one place, and are of one library.
    if (present && isOfAnotherLibrary(present, runtime)) {
      throw new ProblemError({ code: 'unsettledInOtherLibrary' });
    }
    const attempted = underWay.get(key);
    const isOnItsWay =
      attempted &&
      !attempted.controller.signal.aborted &&
      // Through another connection it may arrive though this one's token is refused.
      attempted.request.connectionId === connection.id &&
      attempted.preset === connection.preset &&
      present?.request?.sequence === attempted.request.sequence &&
      isSame(attempted.request, content);
    if (isOnItsWay) {
      // What was asked for in between, and is still being read, is older. The same through another connection has its number.
      state.newest = Math.max(state.newest, sequence - 1);
      return true;
    }
    store.assertReadable(id);
    const others = one.together
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ target: { connectionId } }) => connectionId)
      .filter((other) => other !== connection.id && connections.find(other));
    const request: PublishRequest = {
      ...content,
      connectionId: connection.id,
      ...(others.length > 0 && { alsoThrough: others }),
      sequence,
      at: clock.date().toISOString(),
      ...{ isRefused: false, duplicateAllowed: false },
      assertAsked: how.assertSame,
      libraryId: how.libraryId,
    };
    const alone = waysTried(request, states).filter((way) =>
      store
        .values()
        .every((other) => itemKey(other) === key || other.request?.connectionId !== way),
    );
    const asked = states.moment();
    state.isFirst = targetOf(document, id.place, present).isFirst;
    try {
      await changes.commitRequest(id, ({ unconfirmed }) => ({
        ...request,
        duplicateAllowed: unconfirmed?.isFirst === false && unconfirmed === askedAbout,
      }));
    } catch (error) {
      // The one before is there again, and its time may have come meanwhile.
      scheduler.pump();
      throw error;
    }
    // It was taken out while it was written down, or its connection was removed.
    if (one.isCancelled || !connections.find(target.connectionId)) {
      // Through another connection it goes on.
      scheduler.pump();
      return false;
    }
    const queued = store.get(id);
    // What came of an earlier one is nothing of this one's, unless a person is asked about that first.
    if (!queued || view.reasonOf(queued) !== 'decision') state.outcome = undefined;
    // While it was written down another may have been refused: that holds for this one as well.
    const urged = alone.filter((way) => states.isClearSince(way, asked));
    // Of its ways one may have been taken out while it was written down.
    const own = queued?.request?.sequence === sequence ? queued.request : request;
    nowQueued(id, own, urged);
    return true;
  }

  /**
   * What follows from a request that the disk has. It is queued, whatever becomes of these: nothing here
   * is waited for, or reported.
   */
  function nowQueued(id: ItemId, request: PublishRequest, urged: readonly string[]): void {
    // A person tries it anew: the token may have got its rights, or the service its time.
    for (const way of urged) void states.encourage(way);
    // A newer request for where its connections lead now takes the place of one for where they led, read or not.
    const { sequence } = request;
    const ways = waysOf(request);
    handedIn.takeOutElsewhere(id, { sequence, ways }, (asked) => !runtime.isElsewhere(asked));
    for (const other of store.ofTheme(id.themeId)) {
      if (other.place === id.place) continue;
      // That one was asked for later, while this one's theme was read.
      if (other.request && other.request.sequence > sequence) continue;
      if (isOfAnotherLibrary(other, runtime)) continue;
      for (const way of ways) void changes.kept(changes.dropThrough(other, way));
    }
    answers.forget(id);
    runtime.tryNow(itemKey(id));
    notifier.changed();
    scheduler.pump();
  }

  /** Tries it at once, at a person's word. @throws ProblemError notFound */
  async function retry(only: PublishTarget | undefined): Promise<void> {
    await start();
    await changes.reread();
    const shown = only ? shownAs(only) : store.values().flatMap((item) => view.standingsOf(item));
    const standings = shown.filter(({ why }) => !notTried.has(why));
    // One may be shown under several connections.
    const chosen = [...new Map(standings.map(({ item }) => [itemKey(item), item])).values()];
    progress.queueing();
    const done = chosen.map((item) => {
      runtime.tryNow(itemKey(item));
      // Also with a token that has not allowed it: it may have got its rights.
      runtime.of(itemKey(item)).notAllowed = undefined;
      answers.forget(item);
      return changes.kept(
        changes.changeRequest(item, (request) =>
          request.isRefused ? { ...request, isRefused: false } : request,
        ),
      );
    });
    // In spite of its connection's wait one is tried after the other until one goes, and the others follow, or
    // something comes in the way again: which of them can go is not known before.
    const urgedAt = states.moment();
    for (const item of chosen) {
      // What is under way is being tried already.
      const isTried = underWay.has(itemKey(item));
      if (!isTried && !states.isPaused) runtime.of(itemKey(item)).urgedAt = urgedAt;
    }
    const urged = new Set(
      standings.flatMap(({ connectionId, item: { request } }) =>
        request ? [connectionId, ...waysTried(request, states)] : [],
      ),
    );
    for (const connectionId of urged) done.push(states.encourage(connectionId));
    notifier.changed();
    scheduler.pump();
    await Promise.all(done);
  }

  async function setPaused(isPaused: boolean): Promise<void> {
    await start();
    // What was urged before is not meant for after it.
    if (isPaused) runtime.forgetUrges();
    try {
      await states.setPaused(isPaused);
    } finally {
      changes.rereadLater();
      notifier.changed();
      scheduler.pump();
    }
  }

  /** What the window shows as this entry. @throws ProblemError notFound */
  function shownAs(only: PublishTarget): Standing[] {
    const standing = view.shownAs(only);
    if (standing) return [standing];
    // What is not written down yet is not shown yet.
    if (handedIn.as(only).length > 0) return [];
    throw new ProblemError({ code: 'notFound', what: 'change' });
  }

  return {
    ...{ start, open, settled, close, saveTarget },
    ...{ enqueueAll, retry, setPaused },
  };
}
