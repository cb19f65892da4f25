/** Which system Foyer runs on, for controls that answer to its keys. */
import type { AppState } from '@shared/bridge/app';

class Platform {
  /** Linux until main has said it; the page is hidden until then. */
  name = $state<AppState['platform']>('linux');
}

/** The platform of this window; set once, from the facts of the program. */
export const platform = new Platform();
