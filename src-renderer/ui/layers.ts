/** What lies over the window: menus, dialogs and toasts. None is needed to show it. */
import { Later } from './later.svelte';

/** The layers of this window. */
export const layers = new Later(() => import('./layer-parts'));
