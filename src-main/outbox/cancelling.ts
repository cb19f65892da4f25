/**
 * What a person takes out by cancelling an entry: what that shows, and nothing that is shown as another one; and, in the
 * studio, by stopping a publication: what goes where the connection in use leads.
 */
import { ProblemError } from '@shared/problem-error';
import type { PublishTarget } from '@shared/publishing';
import type { HandedIn } from './handed-in';
import { isOnItsWay } from './item-status';
import { itemKey, type ItemId, type PublishRequest } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxQueue } from './outbox-queue';
import type { OutboxConnection } from './outbox-types';
import { withoutAssignedId } from './save-target';
import type { Standing } from './standings';
import { onlyThrough, withoutWay } from './ways';

/** Takes things out of the queue, once what waits was read. */
export function createCancelling<C extends OutboxConnection>(
  parts: OutboxParts<C>,
  queue: Pick<OutboxQueue, 'start'>,
) {
  const { changes, connections, handedIn, runtime, scheduler, store, view } = parts;

  /** Takes out all, also what is not written down yet, and all what can't be read yet. @throws as `cancelEntry` */
  async function cancelAll(): Promise<void> {
    await queue.start();
    const word = store.nextSequence();
    runtime.endAll(word);
    handedIn.takeAllOut();
    // All at once, before the first wait: what has not left by now does not leave.
    const done = store.values().map((item) => {
      scheduler.stop(item);
      return changes.takeOut(item, word);
    });
    scheduler.pump();
    await changes.written(done);
    await changes.reread();
    const notRead = store.refusedForNow;
    if (notRead !== undefined) throw new ProblemError({ code: 'storageNotRead', files: [notRead] });
  }

  /**
   * Takes out what the entry shows, also what is to take the place of that and is not written down yet.
   * @throws ProblemError notFound; StorageError when the disk refused it, and ProblemError `storageNotRead` while it
   *   does not give something: that may come back after a restart
   */
  async function cancelEntry(entry: PublishTarget): Promise<void> {
    await queue.start();
    const standing = view.shownAs(entry);
    // What goes elsewhere than the entry is nothing of it. What is not written down yet is not shown yet.
    const handed = handedIn
      .as(entry)
      .filter(({ id }) => !standing || id?.place === standing.item.place);
    await takeOut(handed, shownIn(standing));
  }

  /**
   * Takes out what is on its way, or about to be, to where the connection leads, as that one has it: what is handed in
   * through it alone, where what is there is another connection's. Where nothing is there, and nothing is handed in, what
   * is still on its way to where the connection led. @throws as `cancelEntry`
   */
  async function stop(target: PublishTarget): Promise<void> {
    await queue.start();
    const { connectionId } = target;
    const handed = handedIn.as(target);
    const standing = view.goingOn(target)?.standing;
    const isThere = standing?.item.place === connections.idOf(target)?.place;
    // What waits there, as for where the connection leads again, is nothing of what the studio shows as published.
    const isStopped =
      handed.length > 0
        ? isThere && standing?.connectionId === connectionId
        : isThere || (standing && isOnItsWay(standing.why));
    const stopped = isStopped ? standing : undefined;
    const elsewhere = handed.flatMap((one) =>
      one.id && one.id.place !== stopped?.item.place ? leaveOut(one.id, one) : [],
    );
    await takeOut(handed, [...elsewhere, ...shownIn(stopped)]);
  }

  function shownIn(standing: Standing | undefined): Promise<void>[] {
    return standing ? [cancelShown(standing, store.nextSequence(), parts)] : [];
  }

  /** What was asked for together with it, and is written down, doesn't go through its connection either. */
  function leaveOut(id: ItemId, { sequence, target: { connectionId } }: HandedIn): Promise<void> {
    return changes.changeRequest(id, (each) =>
      each.sequence === sequence ? withoutWay(each, connectionId) : each,
    );
  }

  /** @throws ProblemError notFound: that is nothing */
  async function takeOut(
    handed: readonly HandedIn[],
    done: readonly Promise<void>[],
  ): Promise<void> {
    if (handed.length === 0 && done.length === 0) {
      throw new ProblemError({ code: 'notFound', what: 'change' });
    }
    for (const one of handed) one.isCancelled = true;
    scheduler.pump();
    await changes.written(done);
  }

  return { cancelAll, cancelEntry, stop };
}

/**
 * Takes out what the entry shows, by the number of that word. In memory at once.
 * @throws StorageError when the disk refused it: it is tried again, until Foyer ends
 */
function cancelShown<C extends OutboxConnection>(
  { item: { themeId, place }, connectionId, why, part }: Standing,
  word: number,
  { answers, changes, handedIn, runtime, scheduler, store, underWay }: OutboxParts<C>,
): Promise<void> {
  const id = { themeId, place };
  const key = itemKey(id);
  const request = store.get(id)?.request ?? null;
  const change = (how: (each: PublishRequest) => PublishRequest | null): Promise<void> =>
    changes.changeRequest(id, (each) => (each.sequence < word ? how(each) : each));
  switch (part) {
    case 'doubt':
      return Promise.resolve();
    case 'tried':
      scheduler.stop(id, connectionId);
      return change((each) =>
        each.sequence < (request?.sequence ?? word) ? null : withoutWay(each, connectionId),
      );
    case 'newer': {
      const tried = underWay.get(key)?.request.connectionId;
      // The same may have been asked for through the connection of the try as well, and is shown with that. What it
      // has taken the place of is not asked for again: its try ends as it ends.
      return change((each) => (tried === undefined ? null : onlyThrough(each, tried)));
    }
    case 'way':
      scheduler.stop(id, connectionId);
      // What an earlier run left, and is not read yet, is over with it.
      if (request && !withoutWay(request, connectionId)) runtime.end(key, word);
      return change((each) => withoutWay(each, connectionId));
    case 'all':
      for (const one of handedIn.togetherWith({ themeId, connectionId }, place)) {
        one.isCancelled = true;
      }
      scheduler.stop(id);
      runtime.end(key, word);
      // Its library may be gone, and then nothing else would let the theme be published from this one.
      if (why === 'unnoted') {
        return store.change(id, (now) => {
          if (!runtime.isNotedElsewhere(now)) return now;
          answers.forgetOfLibrary(id, now.unnotedLibraryId);
          return withoutAssignedId(now);
        });
      }
      return change(() => null);
  }
}
