/** Preview shortcuts and the history of previews, kept in step with main. */
import type { ShownShortcut } from '@shared/previews';
import { numberedShortcuts } from '@shared/preview-shortcuts';
import type { Problem } from '@shared/problem';
import { withoutUnseenEnds } from '@shared/sendable-text';
import type { PreviewRun, Previews as Snapshot } from '@shared/sending';
import { bridge, onEvent } from '../bridge';
import { report } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';

class Shortcuts {
  #snapshot = $state.raw<Snapshot | null>(null);
  #problem = $state.raw<Problem | null>(null);

  /** In a person's order. */
  get list(): readonly ShownShortcut[] {
    return this.#snapshot?.shortcuts ?? [];
  }

  /** Of what main told last; `undefined` until it has. */
  get revision(): number | undefined {
    return this.#snapshot?.revision;
  }

  /** Newest first, of all connections; `null` until main has answered. */
  get history(): readonly PreviewRun[] | null {
    return this.#snapshot?.history ?? null;
  }

  /** Why main can’t say what there is. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** The number that starts it, 1 to 9; `null` for those that come after. */
  numberOf(shortcut: ShownShortcut): number | null {
    const index = this.list.findIndex(({ id }) => id === shortcut.id);
    return index >= 0 && index < numberedShortcuts ? index + 1 : null;
  }

  /** Whether what was sent to a bot and a recipient has not left. */
  isInLine(sent: { connectionId: string; botId: string; to: string }): boolean {
    return (this.history ?? []).some(
      ({ isInLine, connectionId, input }) =>
        isInLine === true &&
        connectionId === sent.connectionId &&
        input.botId === withoutUnseenEnds(sent.botId) &&
        input.to === withoutUnseenEnds(sent.to),
    );
  }

  /** Keeps one that stands in line from leaving, wherever it was started. */
  hold({ activityId, connectionId, input: { botId, to } }: PreviewRun): void {
    bridge.previews.cancel({ activityId, connectionId, botId, to, ifInLine: true }).catch(report);
  }

  /** Listens first, then takes the snapshot. Returns the end. Rejects with a `ProblemError`. */
  start(onProblem: (error: unknown) => void): () => void {
    this.#snapshot = null;
    this.#problem = null;
    const end = onEvent('previews.changed', (snapshot) => this.#take(snapshot));
    bridge.previews.list().then(
      (snapshot) => this.#take(snapshot),
      (error: unknown) => {
        if (!this.#snapshot) this.#problem = problemOf(error);
        onProblem(error);
      },
    );
    return end;
  }

  #take(snapshot: Snapshot): void {
    // An event can overtake the first answer, which is then the older of the two.
    if (this.#snapshot && snapshot.revision < this.#snapshot.revision) return;
    this.#snapshot = snapshot;
    this.#problem = null;
  }
}

/** The one list of shortcuts in this window. */
export const shortcuts = new Shortcuts();
