import type { ThemeSession, ThemeContent, EarlierSession } from './theme-session';
import { patchesBetween } from './theme-patch';
import { UndoHistory } from './undo-history';

interface Session {
  undo: UndoHistory<ThemeContent>;
  /** The last that the theme had. */
  version: number;
  /** What it held then; `undefined` where a theme of that id would be another one. */
  content: ThemeContent | undefined;
}

/**
 * What of each theme goes on when it is opened again, for as long as the app runs: its steps of undo,
 * and the count of its versions. A file that went away may come back, from the bin too, and the
 * library may lie in another folder by then. In another library only the count goes on, by which the
 * windows tell what is newer.
 */
export class EarlierSessions {
  readonly #sessions = new Map<string, Session>();

  /** A theme is opened with this content. What changed while it was away is a step of undo. */
  begin(id: string, { name, tags, theme }: ThemeContent): EarlierSession {
    const content = { name, tags, theme };
    const session = this.#sessions.get(id) ?? { undo: new UndoHistory(), version: 0, content };
    const before = session.content;
    if (before !== undefined && patchesBetween(before, content).length > 0) {
      session.undo.record(before, content);
    }
    session.version += 1;
    session.content = content;
    this.#sessions.set(id, session);
    return session;
  }

  /** Another library is in its place: what a theme of an id was is nothing that one there was. */
  enterAnotherLibrary(): void {
    for (const session of this.#sessions.values()) {
      session.undo = new UndoHistory();
      session.content = undefined;
    }
  }

  /** A theme was closed; it may be opened again. */
  end({ id, version, document: { name, tags, theme } }: ThemeSession): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    session.version = version;
    session.content = { name, tags, theme };
  }
}
