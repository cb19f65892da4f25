/** Has main keep what the library shows first, for the page of the next start. */
import { mostFirstThemes } from '@shared/first-screen-element';
import type { FirstThemes } from '@shared/first-screen';
import type { Delivery } from '@shared/theme/status';
import { bridge } from '../bridge';
import { filterCounts, sortedThemes } from '../screens/library/shown-themes';
import { app } from '../state/app.svelte';
import { connections } from '../state/connections.svelte';
import { libraryView } from '../state/library-view.svelte';
import { library } from '../state/library.svelte';
import { report } from '../ui/report';

/** Edits come one after the other; the last of them counts. */
const afterMs = 2_000;

/** Keeps it once things have come to rest; gives what ends the wait. To be run in an effect. */
export function keepFirstScreenSoon(): (() => void) | undefined {
  if (!library.isLoaded || library.folderProblem !== null) return undefined;
  const { themes, tags } = library;
  const { sort, isReversed } = libraryView;
  // Main adds these; that they changed is why it is told.
  void [connections.list, connections.current, app.state];
  let idle: number | undefined;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(() => {
      bridge.app.keepFirstScreen(firstThemes(themes, tags, sort, isReversed)).catch(report);
    });
  }, afterMs);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

function firstThemes(
  themes: typeof library.themes,
  tags: typeof library.tags,
  sort: typeof libraryView.sort,
  isReversed: boolean,
): FirstThemes {
  const sorted = sortedThemes(themes, sort, isReversed);
  const first = sorted.slice(0, mostFirstThemes).map(({ theme }) => theme);
  return {
    themes: first.map(({ places, ...theme }) => ({
      ...theme,
      places: places.map(({ delivery: _delivery, ...place }) => place),
    })),
    count: themes.length,
    counts: filterCounts(sorted),
    tags: tags.slice(0, 500),
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
