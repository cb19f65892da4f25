/** The connections and the one in use, kept in step with main. */
import type { Connection, Connections as Snapshot } from '@shared/connection';
import type { Problem } from '@shared/problem';
import type { StatusWord } from '@shared/theme/status';
import { bridge, onEvent } from '../bridge';

class Connections {
  #snapshot = $state.raw<Snapshot>({ revision: -1, list: [], currentId: null });
  #end: (() => void) | null = null;

  get list(): readonly Connection[] {
    return this.#snapshot.list;
  }

  /** The one in use; `null` where there is none. */
  get current(): Connection | null {
    const { currentId } = this.#snapshot;
    return currentId === null ? null : (this.byId(currentId) ?? null);
  }

  /** Why main can’t read them; none is known then. */
  get problem(): Problem | undefined {
    return this.#snapshot.problem;
  }

  /** The word for a theme without a place: what a service has of it is told by the connections. */
  get wordOfNoPlace(): StatusWord {
    return this.problem ? 'unread' : 'draft';
  }

  byId(id: string): Connection | undefined {
    return this.#snapshot.list.find((connection) => connection.id === id);
  }

  /** Listens first, then takes the snapshot. Rejects with a `ProblemError`. */
  async start(): Promise<void> {
    this.end();
    // Main may have been started again, and then counts from the beginning.
    this.showFirst(this.#snapshot);
    this.#end = onEvent('connections.changed', (snapshot) => this.#take(snapshot));
    this.#take(await bridge.connections.list());
  }

  /** Shows what was there last, until main has answered: whatever it says is newer. */
  showFirst(snapshot: Snapshot): void {
    this.#snapshot = { ...snapshot, revision: -1 };
  }

  /** Stops listening. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }

  #take(snapshot: Snapshot): void {
    // An event can overtake the first answer, which is then the older of the two.
    if (snapshot.revision >= this.#snapshot.revision) this.#snapshot = snapshot;
  }
}

/** The one list of connections in this window. */
export const connections = new Connections();
