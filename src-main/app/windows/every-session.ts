/** What holds for every session of this process, also for one that somebody forgets to look after. */
import { app } from 'electron';

/** Call it before the app is ready: the default session is made then. */
export function quietEverySession(): void {
  app.on('session-created', (session) => {
    // With a language, Chromium fetches a dictionary from a host that nobody chose; to switch the
    // spelling check off comes too late for that.
    session.setSpellCheckerLanguages([]);
  });
}
