/** What a person takes out by cancelling an entry: what that shows, and nothing that is shown as another one. */
import { itemKey, type ItemId, type PublishRequest } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxConnection } from './outbox-types';
import type { Standing } from './standings';
import { onlyThrough, withoutWay } from './ways';

type CancelParts<C extends OutboxConnection> = Pick<
  OutboxParts<C>,
  'changes' | 'handedIn' | 'runtime' | 'scheduler' | 'store' | 'underWay'
>;

/** Takes out all of it, also what is still being read. @throws StorageError as `cancelShown` */
export function cancelWhole<C extends OutboxConnection>(
  id: ItemId,
  word: number,
  { changes, scheduler }: Pick<OutboxParts<C>, 'changes' | 'scheduler'>,
): Promise<void> {
  scheduler.stop(id);
  return changes.takeOut(id, word);
}

/**
 * Takes out what the entry shows, by the number of that word. In memory at once.
 * @throws StorageError when the disk refused it: it is tried again, until Foyer ends
 */
export function cancelShown<C extends OutboxConnection>(
  { item: { themeId, place }, connectionId, part }: Standing,
  word: number,
  { changes, handedIn, runtime, scheduler, store, underWay }: CancelParts<C>,
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
      for (const one of handedIn.togetherWith({ themeId, connectionId })) one.isCancelled = true;
      scheduler.stop(id);
      runtime.end(key, word);
      return change(() => null);
  }
}
