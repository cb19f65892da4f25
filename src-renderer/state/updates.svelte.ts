/** Whether there is a newer Foyer, kept in step with main while something shows it. */
import type { UpdatesState } from '@shared/bridge/updates';
import { bridge, onEvent } from '../bridge';
import { report } from '../ui/report';

class Updates {
  #state = $state.raw<UpdatesState | null>(null);
  #followers = 0;
  #end: (() => void) | null = null;

  /** `null` until main has answered. */
  get state(): UpdatesState | null {
    return this.#state;
  }

  /** Listens, then takes the state from main; returns its end. A failure is reported. */
  follow(): () => void {
    this.#followers += 1;
    if (this.#followers === 1) {
      this.#end = onEvent('updates.changed', (state) => this.#take(state));
      bridge.updates.state().then((state) => this.#take(state), report);
    }
    return () => {
      this.#followers -= 1;
      if (this.#followers > 0) return;
      this.#end?.();
      this.#state = null;
    };
  }

  #take(state: UpdatesState): void {
    // An event can overtake the first answer, which is then the older of the two.
    if (state.revision >= (this.#state?.revision ?? -1)) this.#state = state;
  }
}

/** The one state of updates in this window. */
export const updates = new Updates();
