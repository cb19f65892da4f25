/**
 * Holds what waits while a person's word about the theme's link is carried out, on the disk as well: where Foyer is
 * ended between the two writes, the theme's file tells at the next start whether the word was carried out.
 */
import { timesUnlinked } from '@shared/theme/theme';
import type { DurableChanges } from './durable-changes';
import type { Item, ItemId, LinkHold } from './outbox-item';
import type { OutboxConnection } from './outbox-types';
import { publicationAt, withoutAssignedId, type PublishedTheme } from './save-target';

/** The item without its hold. */
export function withoutLinkHold(held: Item): Item {
  if (held.linkHold === undefined) return held;
  const { linkHold: _hold, ...item } = held;
  return item;
}

/**
 * Forgets what was asked for before a word about the link, and what `rest` takes out besides: a person has said how
 * things are there. @throws StorageError as `changeRequest`
 */
export function forgetBefore<C extends OutboxConnection>(
  changes: DurableChanges<C>,
  id: ItemId,
  word: number,
  rest: (item: Item) => Item,
): Promise<void> {
  return changes.takeOutHere(id, word, (now) => withoutLinkHold(rest(now)));
}

/** Ends a hold that an earlier run left, by what the theme's file says. Never rejects. */
export async function endLinkHold<C extends OutboxConnection>(
  id: ItemId,
  hold: LinkHold,
  document: PublishedTheme,
  changes: DurableChanges<C>,
): Promise<void> {
  // What is still to be noted of this very template stays.
  const rest = (now: Item): Item => {
    const settled = { ...now, unconfirmed: null };
    return now.assignedId === hold.templateId ? settled : withoutAssignedId(settled);
  };
  await (isCarriedOut(hold, document, id.place)
    ? changes.kept(forgetBefore(changes, id, hold.word, rest))
    : changes.keep(id, withoutLinkHold));
}

function isCarriedOut({ templateId, unlinked }: LinkHold, document: PublishedTheme, place: string) {
  if (templateId !== undefined) return publicationAt(document, place)?.templateId === templateId;
  return unlinked !== undefined && timesUnlinked(document, place) >= unlinked;
}
