import type { ShownTheme } from '../folder/theme-file';
import { undoableOf, withWholeTheme, type Undoable } from './theme-content';
import type { EarlierSession, ThemeSession } from './theme-session';
import { UndoHistory } from './undo-history';

interface Session {
  readonly undo: UndoHistory<Undoable>;
  /** The last that the theme had. */
  version: number;
  /** What it was then; `undefined` where only the version counts. */
  document: ShownTheme | undefined;
}
type Sessions = Map<string, Session>;

/**
 * What of each theme goes on when it is opened again, for as long as the app runs: its steps of undo,
 * and the count of its versions. A file that went away may come back, from the bin too, and the
 * library may lie in another folder by then. Another library has steps of its own, and those of the one
 * before wait until it is chosen again; only the count goes on, by which the windows tell what is newer.
 */
export class EarlierSessions {
  #sessions: Sessions = new Map();
  /** Those of libraries that were left, by the library (`KnownLibraries`), wherever its folder is by now. */
  readonly #left = new Map<number, Sessions>();

  /** A theme is opened with this content. What changed while it was away is a step of undo. */
  begin(id: string, document: ShownTheme): EarlierSession {
    const session = this.#sessions.get(id) ?? {
      undo: new UndoHistory(withWholeTheme),
      version: 0,
      document,
    };
    const { document: before, undo } = session;
    if (before !== undefined) undo.record(undoableOf(before, document), undoableOf(document));
    session.version += 1;
    session.document = document;
    this.#sessions.set(id, session);
    return session;
  }

  /**
   * A library takes the place of one; it may be the same one, whose folder has another name. After its own number come
   * those of libraries that count as it: its folder may have been made anew.
   */
  enterLibrary(from: number, [to, ...counting]: readonly [number, ...number[]]): void {
    if (from === to) return;
    const here = this.#sessions;
    const left = [to, ...counting].find((id) => this.#left.has(id)) ?? to;
    const there = this.#left.get(left) ?? new Map<string, Session>();
    this.#left.set(from, here);
    this.#left.delete(left);
    for (const [id, { version }] of here) {
      const known = there.get(id);
      if (known) known.version = Math.max(known.version, version);
      else there.set(id, { undo: new UndoHistory(withWholeTheme), version, document: undefined });
    }
    this.#sessions = there;
  }

  /** The library is moved into the folder of one that may have been left, with those numbers: both are one since. */
  joinLibrary(to: readonly number[]): void {
    const left = to.find((id) => this.#left.has(id));
    if (left === undefined) return;
    for (const [id, theirs] of this.#left.get(left) ?? []) {
      const ours = this.#sessions.get(id);
      const version = Math.max(theirs.version, ours?.version ?? 0);
      // Of a theme that was never opened here, only the version counts.
      if (ours?.document === undefined) this.#sessions.set(id, { ...theirs, version });
      else ours.version = version;
    }
    this.#left.delete(left);
  }

  /** A theme was closed; it may be opened again. */
  end({ id, version, document }: ThemeSession): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    session.version = version;
    session.document = document;
  }
}
