/** What becomes of what is in the outbox when a connection is removed, for the question before. Changes nothing. */
import type { ConnectionRemoval } from '@shared/publishing';
import { isSame, itemKey } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxConnection } from './outbox-types';
import { withoutWay } from './ways';

/**
 * What the event of its removal will do to all that was asked for through it.
 *
 * @param handedIn themes that are to be published through it, which is not written down yet
 */
export function removalOf<C extends OutboxConnection>(
  connectionId: string,
  handedIn: readonly string[],
  {
    connections,
    store,
    underWay,
    unreadable,
    view,
  }: Pick<OutboxParts<C>, 'connections' | 'store' | 'underWay' | 'unreadable' | 'view'>,
): ConnectionRemoval {
  const cancelled = new Set(handedIn);
  const newerCancelled = new Set<string>();
  const sending = new Set<string>();
  // Of what can't be read nobody knows whether it has arrived. Another connection that leads there goes on showing it.
  const unread = unreadable
    .entries()
    .filter((entry) => entry.connectionId === connectionId && entry.twins === undefined);
  const inDoubt = new Set(unread.map(({ themeId }) => themeId));
  const isLast = (place: string): boolean => {
    const there = connections.allAt(place);
    return there.length === 1 && there[0]?.id === connectionId;
  };
  for (const item of store.values()) {
    const { themeId, request, unconfirmed } = item;
    const attempt = underWay.get(itemKey(item));
    const isLeaving =
      attempt?.isItsTurn === true &&
      !attempt.isHeld &&
      attempt.request.connectionId === connectionId;
    // What is held has not left, and is taken back.
    const doubt = attempt?.isItsTurn ? attempt.before : unconfirmed;
    if (isLeaving) sending.add(themeId);
    const isToDecide = view.reasonOf(item) === 'decision';
    const isNewer = request !== null && doubt !== null && !isSame(request, doubt);
    // Of a newer version that waits for a decision, the doubt is told with that.
    if (!isLeaving && doubt && isLast(item.place) && !(isToDecide && isNewer)) inDoubt.add(themeId);
    // Through another one it goes on.
    if (!request || withoutWay(request, connectionId)) continue;
    // The same again is no newer version: it is what may have arrived. Where no connection leads there any more, it is
    // shown as what waits, alone.
    const isShownThere = connections.allAt(item.place).length > 0;
    if (!isLeaving && doubt && !isNewer && isShownThere) continue;
    if (isToDecide) newerCancelled.add(themeId);
    else if (!isLeaving || attempt.request.sequence !== request.sequence) {
      cancelled.add(themeId);
    }
  }
  return {
    cancelled: cancelled.size,
    newerCancelled: newerCancelled.size,
    sending: sending.size,
    inDoubt: inDoubt.size,
  };
}
