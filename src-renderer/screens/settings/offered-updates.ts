/** Whether the settings have a part for updates. */
import type { UpdatesState } from '@shared/bridge/updates';

/** Whether there is something to choose: this build looks for updates, and how it does is known. */
export function areOffered(state: UpdatesState | null): state is UpdatesState {
  return state !== null && state.looks !== 'never' && state.looks !== 'notRead';
}
