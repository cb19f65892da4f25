/**
 * Holds what waits while a person's word about the theme's link is carried out, on the disk as well: where Foyer is
 * ended between the two writes, the theme's file tells at the next start whether the word was carried out.
 */
import { timesUnlinked } from '@shared/theme/theme';
import type { DurableChanges } from './durable-changes';
import type { Item, ItemId, LinkHold } from './outbox-item';
import type { OutboxConnection } from './outbox-types';
import type { RuntimeStates } from './runtime-state';
import { publicationAt, withoutAssignedId, type PublishedTheme } from './save-target';

/** The item without its hold. */
export function withoutLinkHold(held: Item): Item {
  if (held.linkHold === undefined) return held;
  const { linkHold: _hold, ...item } = held;
  return item;
}

/** Whether it is of a word about the theme of another library than the one that is open. */
export function isHoldElsewhere({ libraryId }: LinkHold, runtime: RuntimeStates): boolean {
  return runtime.isElsewhere({ libraryId });
}

/** What forgetting works with. */
interface ForgettingParts<C extends OutboxConnection> {
  readonly changes: DurableChanges<C>;
  readonly runtime: RuntimeStates;
}

/**
 * Forgets what was asked for before a word about the link and what is not confirmed, and what `rest` takes out besides: a
 * person has said how things are there. What is of another library is of the theme there, and stays with its own hold.
 * @throws StorageError as `changeRequest`
 */
export function forgetBefore<C extends OutboxConnection>(
  id: ItemId,
  word: number,
  rest: (item: Item) => Item,
  { changes, runtime }: ForgettingParts<C>,
): Promise<void> {
  return changes.takeOutHere(id, word, (now) => {
    const { unconfirmed, linkHold } = now;
    const isDoubtThere = unconfirmed && runtime.isElsewhere(unconfirmed);
    const settled = isDoubtThere ? now : { ...now, unconfirmed: null };
    const left = runtime.isNotedElsewhere(now) ? settled : rest(settled);
    return linkHold && isHoldElsewhere(linkHold, runtime) ? left : withoutLinkHold(left);
  });
}

/** Ends a hold that an earlier run left, by what the theme's file says. Never rejects. */
export async function endLinkHold<C extends OutboxConnection>(
  id: ItemId,
  hold: LinkHold,
  document: PublishedTheme,
  parts: ForgettingParts<C>,
): Promise<void> {
  // What is still to be noted of this very template stays.
  const rest = (now: Item): Item =>
    now.assignedId === hold.templateId ? now : withoutAssignedId(now);
  const { changes } = parts;
  await (isCarriedOut(hold, document, id.place)
    ? changes.kept(forgetBefore(id, hold.word, rest, parts))
    : changes.keep(id, withoutLinkHold));
}

function isCarriedOut({ templateId, unlinked }: LinkHold, document: PublishedTheme, place: string) {
  if (templateId !== undefined) return publicationAt(document, place)?.templateId === templateId;
  return unlinked !== undefined && timesUnlinked(document, place) >= unlinked;
}
