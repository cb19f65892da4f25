/** What of an item belongs to the library that is open: a copy of a library has the same themes, and not what waits. */
import type { Item, ItemId } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { RuntimeStates } from './runtime-state';
import { withoutAssignedId } from './save-target';

/** What knows items, and the libraries in which they were asked for. */
interface KnownItems {
  readonly store: Pick<OutboxStore, 'get'>;
  readonly runtime: RuntimeStates;
}

/** The item without what was asked for in another library, and what is to be noted in another. */
export function knownHere(id: ItemId, { store, runtime }: KnownItems): Item | undefined {
  const item = store.get(id);
  if (!item) return undefined;
  const { request, unconfirmed } = item;
  const asked = {
    ...item,
    request: request && runtime.isElsewhere(request) ? null : request,
    unconfirmed: unconfirmed && runtime.isElsewhere(unconfirmed) ? null : unconfirmed,
  };
  return runtime.isNotedElsewhere(item) ? withoutAssignedId(asked) : asked;
}

/**
 * Whether what waits, or may have arrived, was asked for in another library than the one that is open, or what arrived is
 * still to be noted in another.
 */
export function isOfAnotherLibrary(item: Item, runtime: RuntimeStates): boolean {
  const { request, unconfirmed } = item;
  const isAskedElsewhere = [request, unconfirmed].some(
    (asked) => asked !== null && runtime.isElsewhere(asked),
  );
  return isAskedElsewhere || runtime.isNotedElsewhere(item);
}
