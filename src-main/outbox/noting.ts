/** Tells a theme's own file once more what a service has, which it could not be given when that answered. */
import type { Publication, ThemeDocument } from '@shared/theme/theme';
import type { DurableChanges } from './durable-changes';
import { isOfAnotherLibrary } from './known-here';
import { endLinkHold, isHoldElsewhere, withoutLinkHold } from './link-hold';
import { isSame, itemKey, type Item, type UnconfirmedSave } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection, OutboxOptions } from './outbox-types';
import { problemOrInternal } from './problem-of-error';
import type { RuntimeStates } from './runtime-state';
import { isNotedOver, publicationAt, withoutAssignedId } from './save-target';

/** What noting works with. */
export interface NotingParts<C extends OutboxConnection> {
  readonly options: Pick<OutboxOptions<C>, 'library'>;
  readonly changes: DurableChanges<C>;
  readonly runtime: RuntimeStates;
}

/** What settling works with. */
export interface SettlingParts<C extends OutboxConnection> {
  readonly store: OutboxStore;
  readonly options: Pick<OutboxOptions<C>, 'library' | 'log'>;
  readonly changes: DurableChanges<C>;
  readonly runtime: RuntimeStates;
}

/** Nothing of the item is sent meanwhile, whose answer would be newer. Never rejects. */
export async function noteAgain<C extends OutboxConnection>(
  item: Item,
  unnoted: Publication,
  { options: { library }, changes, runtime }: NotingParts<C>,
): Promise<void> {
  const key = itemKey(item);
  const assertUnnoted = runtime.assertionOfUnnoted(item);
  let isTold = false;
  try {
    assertUnnoted();
    const { themeId, place, assignedOver } = item;
    // It may say by now what came after it.
    if (!isNotedOver(item, unnoted, await library.noted(themeId))) {
      await library.setPublication(themeId, place, unnoted, assignedOver, assertUnnoted);
      isTold = true;
    }
  } catch (error) {
    // Also where it is neither in the library nor in the bin: it is noted when it is back.
    runtime.tryLater(key, problemOrInternal(error));
    return;
  }
  runtime.tryNow(key);
  await changes.keep(item, (now) => {
    if (now.unnoted !== unnoted) return now;
    const { unconfirmed } = now;
    // A save that is not confirmed left after this one had arrived: nothing newer was filed by it.
    const isOver = isTold && unconfirmed?.filedAt !== undefined;
    return withoutAssignedId(
      isOver ? { ...now, unconfirmed: { ...unconfirmed, filedAt: unnoted.at } } : now,
    );
  });
}

/**
 * Forgets a doubt of which the end is noted with the theme, and ends the hold of a word about its link: Foyer was
 * ended between the two. Whether another was asked for since stays. Never rejects; what a library out of reach does not tell stays in
 * doubt until it is asked again: as its themes come, and before anything is sent.
 */
export async function settleNoted<C extends OutboxConnection>(
  item: Item,
  parts: SettlingParts<C>,
): Promise<void> {
  const { options, changes, runtime, store } = parts;
  const { library, log } = options;
  const { unconfirmed, linkHold } = item;
  const isHoldThere = linkHold !== undefined && isHoldElsewhere(linkHold, runtime);
  const { isBeingLinked } = runtime.of(itemKey(item));
  if (isHoldThere && !isBeingLinked) {
    // Nothing may be left of what it holds: that was cancelled here, say, as its library is gone.
    await changes.keep(item, (now) =>
      now.linkHold === linkHold && !isOfAnotherLibrary(now, runtime) ? withoutLinkHold(now) : now,
    );
  }
  if (!unconfirmed && (!linkHold || isHoldThere)) return;
  let document: ThemeDocument;
  try {
    document = await library.noted(item.themeId);
  } catch (error) {
    log.warn('outbox.doubtNotLookedUp', { error: String(error) });
    return;
  }
  const isHeld = linkHold !== undefined && store.get(item)?.linkHold === linkHold;
  // A copy's file doesn't tell what became of a word of an earlier run.
  if (isHeld && !isHoldElsewhere(linkHold, runtime) && !runtime.of(itemKey(item)).isBeingLinked) {
    await endLinkHold(item, linkHold, document, parts);
  }
  const filed = publicationAt(document, item.place);
  if (!unconfirmed || !filed || !isOf(filed, unconfirmed)) return;
  if (store.get(item)?.unconfirmed !== unconfirmed) return;
  await changes.kept(
    changes.changeRequest(
      item,
      (request) => (isSame(request, unconfirmed) ? null : request),
      (now) => withoutAssignedId({ ...now, unconfirmed: null }),
    ),
  );
}

/** Whether a publication is of that very save; one that an earlier Foyer wrote down is told by its content and time. */
function isOf({ attempt, sent, at }: Publication, unconfirmed: UnconfirmedSave): boolean {
  if (unconfirmed.attempt !== undefined) return attempt === unconfirmed.attempt;
  if (!sent || !isSame(sent, unconfirmed)) return false;
  return Date.parse(at) >= Date.parse(unconfirmed.at);
}
