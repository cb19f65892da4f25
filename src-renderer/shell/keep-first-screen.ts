/** Has main keep what the library shows first, for the page of the next start. */
import { mostFirstThemes } from '@shared/first-screen-element';
import type { FirstThemes } from '@shared/first-themes';
import type { Delivery } from '@shared/theme/status';
import { bridge } from '../bridge';
import { themesInOrder } from '../screens/library/library-order';
import { filterCounts } from '../screens/library/shown-themes';
import { app } from '../state/app.svelte';
import { connections } from '../state/connections.svelte';
import { libraryView } from '../state/library-view.svelte';
import { favourites } from '../state/favourites.svelte';
import { library } from '../state/library.svelte';
import { report } from '../ui/report';

/** Edits come one after the other; the last of them counts. */
const afterMs = 500;

/** Keeps it once things have come to rest; gives what ends the wait. To be run in an effect. */
export function keepFirstScreenSoon(): (() => void) | undefined {
  if (!library.isLoaded || library.folderProblem !== null) return undefined;
  // What it is made of, or main adds: that one of them changed is why it is told.
  void [library.themes, libraryView.sort, libraryView.isReversed, favourites.ids];
  void [connections.list, connections.current, app.state];
  let idle: number | undefined;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(() => {
      bridge.app.keepFirstScreen(firstThemes()).catch(report);
    });
  }, afterMs);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

function firstThemes(): FirstThemes {
  const sorted = themesInOrder();
  const first = sorted.slice(0, mostFirstThemes).map(({ theme }) => theme);
  return {
    themes: first.map(({ places, ...theme }) => ({
      ...theme,
      places: places.map(({ delivery: _delivery, ...place }) => place),
    })),
    count: library.count,
    counts: filterCounts(sorted, favourites.ids),
    tags: library.tags.slice(0, 500),
    deliveries: first.flatMap(({ id: themeId, places }) =>
      places.flatMap(({ connectionId, delivery }) =>
        delivery === 'idle' ? [] : [{ themeId, connectionId, delivery: atStart(delivery) }],
      ),
    ),
  };
}

/** Nothing is on its way at a start: what was waits, as far as the window can tell. */
function atStart(delivery: Delivery): Delivery {
  return delivery === 'sending' ? 'waiting' : delivery;
}
