/** The state of updates for component tests. */
import type { UpdatesState } from '@shared/bridge/updates';

let revision = 0;

/** One of a build that names no place to look at, but for `changes`; newer than those before. */
export function fakeUpdates(changes: Partial<UpdatesState> = {}): UpdatesState {
  revision += 1;
  return {
    revision,
    present: '0.1.0',
    host: '',
    looks: 'never',
    lookedAt: null,
    isPutOff: false,
    step: { name: 'idle' },
    ...changes,
  };
}
