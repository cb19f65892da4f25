import type { ThemeSession, ThemeContent, EarlierSession } from './theme-session';
import { patchesBetween } from './theme-patch';
import { UndoHistory } from './undo-history';

interface Session {
  readonly undo: UndoHistory<ThemeContent>;
  /** The last that the theme had, and with what. */
  version: number;
  content: ThemeContent;
}

/**
 * What of each theme goes on when it is opened again, for as long as the app runs: its steps of undo,
 * and the count of its versions. A file that went away may come back, from the bin too, and the
 * library may lie in another folder by then.
 */
export class EarlierSessions {
  readonly #sessions = new Map<string, Session>();

  /** A theme is opened with this content. What changed while it was away is a step of undo. */
  begin(id: string, { name, tags, theme }: ThemeContent): EarlierSession {
    const content = { name, tags, theme };
    const session = this.#sessions.get(id) ?? { undo: new UndoHistory(), version: 0, content };
    if (patchesBetween(session.content, content).length > 0) {
      session.undo.record(session.content, content);
    }
    session.version += 1;
    session.content = content;
    this.#sessions.set(id, session);
    return session;
  }

  /** A theme was closed; it may be opened again. */
  end({ id, version, document: { name, tags, theme } }: ThemeSession): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    session.version = version;
    session.content = { name, tags, theme };
  }
}
