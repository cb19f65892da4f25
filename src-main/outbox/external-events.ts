/**
 * What happens elsewhere and concerns what waits: to connections, to themes, and to the network. The
 * room's public file says of each what it means.
 */
import type { Problem } from '@shared/problem';
import { settleNoted } from './noting';
import { itemKey, type Item } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxConnection } from './outbox-types';
import { isThemeGone } from './problem-of-error';
import { waysOf } from './ways';

/** Hears of them, and takes out, lets go or tries anew what they concern. */
export function createExternalEvents<C extends OutboxConnection>(parts: OutboxParts<C>) {
  const { answers, changes, connections, notifier, options, progress, runtime, scheduler } = parts;
  const { states, store, underWay, unreadable } = parts;

  function wake(): void {
    states.wake();
    runtime.endWaits();
    void changes.reread();
    notifier.changed();
    scheduler.pump();
  }

  function tokenReplaced(connectionId: string): void {
    for (const one of underWay.values()) {
      if (one.request.connectionId === connectionId) one.isTokenReplaced = true;
    }
    renewed(connectionId, (item) => {
      void changes.kept(changes.renewToken(item, connectionId));
    });
  }

  function reachedOtherwise(connectionId: string): void {
    renewed(connectionId, ({ request, ...id }) => {
      if (request?.connectionId !== connectionId) return;
      // Whether its token is refused there, too, is not known.
      const state = runtime.of(itemKey(id));
      if (state.outcome?.kind === 'tokenRefused') state.outcome = undefined;
    });
  }

  /** What holds the connection up is of before, and so is what it answered; `each` item is changed accordingly. */
  function renewed(connectionId: string, each: (item: Item) => void): void {
    progress.queueing();
    void states.renewed(connectionId);
    sweep();
    for (const item of store.values()) {
      each(item);
      const isItsOwn = store.get(item)?.request?.connectionId === connectionId;
      if (isItsOwn) runtime.tryNow(itemKey(item));
    }
    answers.forgetRefusedToken(connectionId);
    answers.connectionMoved(connectionId);
    void unreadable.look();
    notifier.changed();
    scheduler.pump();
  }

  function connectionsChanged(): void {
    progress.queueing();
    for (const id of askedThrough()) {
      if (states.blockOf(id) === 'tokenMissing') void states.encourage(id);
    }
    sweep();
    void unreadable.look();
    notifier.changed();
    scheduler.pump();
  }

  function connectionRemoved(connectionId: string): void {
    for (const item of store.values()) {
      // What leaves through another connection to the same workspace goes on.
      scheduler.stop(item, connectionId);
      // What was asked for through another one as well goes through that. What may have arrived there stays
      // known: the same workspace can be entered again.
      void changes.kept(changes.dropThrough(item, connectionId));
    }
    void states.renewed(connectionId);
    notifier.changed();
    scheduler.pump();
  }

  /** The connections through which something waits. */
  function askedThrough(): Set<string> {
    return new Set(store.values().flatMap(({ request }) => (request ? waysOf(request) : [])));
  }

  /**
   * What waits for connections that were removed is taken out, when that was not heard of. One that is not
   * there and was not removed is lost with a damaged file: another one that leads there takes it on.
   */
  function sweep(): void {
    if (!connections.all() || !store.isLoaded) return;
    for (const id of askedThrough()) {
      if (connections.find(id)) continue;
      if (options.wasRemoved(id)) connectionRemoved(id);
      else takeOnFrom(id);
    }
  }

  function takeOnFrom(lost: string): void {
    for (const item of store.values()) {
      if (item.request?.connectionId !== lost) continue;
      const ways = waysOf(item.request);
      const all = connections.allAt(item.place);
      const there = all.find(({ id }) => ways.includes(id)) ?? all[0];
      if (there) void changes.kept(changes.moveThrough(item, lost, there.id));
    }
  }

  function themesChanged(ids: readonly string[]): void {
    void unreadable.look();
    // Another library may be open by now: what is said of all that is here depends on that.
    if (store.values().length > 0) notifier.changed();
    for (const item of ids.flatMap((id) => store.ofTheme(id))) {
      const key = itemKey(item);
      // The library may have been out of reach before; what is under way looks for itself.
      if ((item.unconfirmed ?? item.linkHold) && !underWay.has(key)) {
        // What waited behind the doubt may go.
        void settleNoted(item, parts).then(() => scheduler.pump());
      }
      if (isOfItsFile(runtime.of(key).problem)) runtime.tryNow(key);
    }
    scheduler.pump();
  }

  return {
    wake,
    tokenReplaced,
    reachedOtherwise,
    connectionsChanged,
    connectionRemoved,
    sweep,
    themesChanged,
  };
}

/** What a theme's file, or the folder in which it lies, can have in the way. */
const ofItsFile: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'libraryReplaced',
  'libraryFolderMissing',
  'libraryFolderForbidden',
  'fileDamaged',
  'fileNewer',
  'fileInCloud',
  'themeReadOnly',
  'storageNotRead',
  'storageNoPermission',
]);

/** Whether it was in the way that the theme was not there, or could not be read: it is there now. */
function isOfItsFile(problem: Problem | undefined): boolean {
  return problem !== undefined && (isThemeGone(problem) || ofItsFile.has(problem.code));
}
