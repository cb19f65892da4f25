/** Which of those that wait goes next. Pure. */
import type { Connection } from '@shared/connection';

/** Requests under way at most, to all services together. */
export const atOnce = 4;
/** Of first saves: they share what previews and billing need too (service, *once*). */
const firstAtOnce = 3;

/** A save under way. */
export interface Busy {
  readonly connectionId: string;
  readonly isFirst: boolean;
  /** Its token is being read. */
  readonly isTokenAwaited: boolean;
}

/** One that goes by itself when its time has come. */
export interface Candidate {
  readonly connectionId: string;
  readonly keepsClientIds: Connection['keepsClientIds'];
  readonly sequence: number;
  /** Whether it may be the first save there. */
  readonly isFirst: boolean;
  /** Its time has come. */
  readonly isDue: boolean;
  /** Nobody knows whether there is a way to the connection. */
  readonly mayBeUnreachable: boolean;
}

/** The oldest request of those that may go, of the connection with the least under way. */
export function pickNext<One extends Candidate>(
  candidates: Iterable<One>,
  underWay: Iterable<Busy>,
): One | undefined {
  const busy = new Map<string, { all: number; firsts: number }>();
  /** One asks the keychain for all: more would only keep those of other connections from leaving. */
  const awaiting = new Set<string>();
  let firsts = 0;
  for (const { connectionId, isFirst, isTokenAwaited } of underWay) {
    const count = busy.get(connectionId) ?? { all: 0, firsts: 0 };
    busy.set(connectionId, { all: count.all + 1, firsts: count.firsts + Number(isFirst) });
    firsts += Number(isFirst);
    if (isTokenAwaited) awaiting.add(connectionId);
  }
  let best: { one: One; busy: number } | undefined;
  for (const one of candidates) {
    if (!one.isDue || awaiting.has(one.connectionId)) continue;
    const there = busy.get(one.connectionId) ?? { all: 0, firsts: 0 };
    // One tries for all.
    if (there.all > 0 && one.mayBeUnreachable) continue;
    if (one.isFirst) {
      if (firsts >= firstAtOnce) continue;
      // The first answer tells what may be done with the others.
      if (there.firsts > 0 && one.keepsClientIds === 'unknown') continue;
    }
    const isBetter =
      !best ||
      there.all < best.busy ||
      (there.all === best.busy && one.sequence < best.one.sequence);
    if (isBetter) best = { one, busy: there.all };
  }
  return best?.one;
}
