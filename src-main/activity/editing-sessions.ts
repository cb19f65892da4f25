/** When edits of a theme are one editing session, and when it is written down. Pure. */
import type { LocalEntry } from '@shared/activity';

/** After so much rest an edit begins another session, in ms. */
const longestRest = 10 * 60 * 1_000;
/** A session that goes on is written down again after so long, in ms. */
const writtenEvery = 60 * 1_000;

type Session = Omit<LocalEntry, 'sequence'>;

interface Kept {
  session: Session;
  /** As it was last written down: when its last edit was. */
  written: string;
}

/** The sessions that may go on. What a call gives has to be written down. */
export class EditingSessions {
  readonly #byTheme = new Map<string, Kept>();

  /** The theme was edited; `edit` is a session of this edit alone. */
  edited(themeId: string, edit: Session): readonly Session[] {
    const ended = this.#endRested(edit.at);
    const kept = this.#byTheme.get(themeId);
    if (kept === undefined) {
      this.#byTheme.set(themeId, { session: edit, written: edit.at });
      return [...ended, edit];
    }
    kept.session = { ...kept.session, touched: edit.touched, until: edit.at };
    if (Date.parse(edit.at) - Date.parse(kept.written) < writtenEvery) return ended;
    kept.written = edit.at;
    return [...ended, kept.session];
  }

  /** The next edit of the theme begins another one. */
  end(themeId: string): readonly Session[] {
    const kept = this.#byTheme.get(themeId);
    this.#byTheme.delete(themeId);
    return kept === undefined ? [] : unwritten(kept);
  }

  /** Those that went on since they were written down. */
  unwritten(): readonly Session[] {
    return [...this.#byTheme.values()].flatMap((kept) => {
      const sessions = unwritten(kept);
      kept.written = lastEdit(kept.session);
      return sessions;
    });
  }

  #endRested(at: string): readonly Session[] {
    return [...this.#byTheme].flatMap(([themeId, { session }]) =>
      goesOn(lastEdit(session), at) ? [] : this.end(themeId),
    );
  }
}

/** Whether an edit is of the same session. Another day is another one: each is found under its day. */
function goesOn(before: string, at: string): boolean {
  const rest = Date.parse(at) - Date.parse(before);
  const isSameDay = new Date(before).toDateString() === new Date(at).toDateString();
  return isSameDay && rest >= 0 && rest < longestRest;
}

function unwritten({ session, written }: Kept): readonly Session[] {
  return lastEdit(session) === written ? [] : [session];
}

function lastEdit({ at, until = at }: Session): string {
  return until;
}
