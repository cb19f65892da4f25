/** The window as it was last seen, which the next start shows before anything is read. */
import type { AppState } from './bridge/app';
import type { Connections } from './connection';
import type { FirstThemes } from './first-themes';

/** What a page is handed with itself. */
export interface FirstScreen {
  readonly state: AppState;
  readonly connections: Connections;
  readonly library: FirstThemes;
}
