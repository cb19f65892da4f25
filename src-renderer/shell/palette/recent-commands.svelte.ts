/** What was last done from the palette, newest first; main keeps it among the preferences. */
import { bridge } from '../../bridge';
import { report } from '../../ui/report';

class RecentCommands {
  #ids = $state.raw<readonly string[]>([]);

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** Takes what main knows. Never rejects: without it the palette is only in its usual order. */
  async load(): Promise<void> {
    try {
      this.#ids = await bridge.app.recentCommands();
    } catch (error) {
      report(error);
    }
  }

  /** Puts a command at the front. */
  note(id: string): void {
    this.#ids = [id, ...this.#ids.filter((other) => other !== id)];
    bridge.app.noteCommand(id).catch(report);
  }
}

/** The one list of this window. */
export const recentCommands = new RecentCommands();
