/**
 * Where what a service has of a theme meets what is on its way there. The library knows the one and
 * the outbox the other; both are main's to say, and only here they come together.
 */
import type { ThemePlace, ThemeSummary } from '@shared/library';
import type { OutboxSnapshot } from '@shared/publishing';
import type { Delivery } from '@shared/theme/status';

/** What goes on, by theme and then by connection; of what is not in it nothing does. */
export type Deliveries = ReadonlyMap<string, ReadonlyMap<string, Delivery>>;

/** A theme of the library, with all that its status is made of. */
export interface LibraryTheme extends ThemeSummary {
  places: (ThemePlace & { readonly delivery: Delivery })[];
}

/** The outbox's list, to be looked up in. */
export function deliveriesByTheme(list: OutboxSnapshot['deliveries']): Deliveries {
  const found = new Map<string, Map<string, Delivery>>();
  for (const { themeId, connectionId, delivery } of list) {
    const ofTheme = found.get(themeId) ?? new Map<string, Delivery>();
    found.set(themeId, ofTheme.set(connectionId, delivery));
  }
  return found;
}

const idle = new WeakMap<ThemeSummary, LibraryTheme>();

/** The themes with their deliveries. One with which nothing goes on stays the same object. */
export function withDeliveries(
  themes: readonly ThemeSummary[],
  deliveries: Deliveries,
): LibraryTheme[] {
  return themes.map((theme) => {
    const own = deliveries.get(theme.id);
    if (own) return withDelivery(theme, own);
    let known = idle.get(theme);
    if (!known) idle.set(theme, (known = withDelivery(theme, new Map())));
    return known;
  });
}

function withDelivery(theme: ThemeSummary, own: ReadonlyMap<string, Delivery>): LibraryTheme {
  const places = theme.places.map((place) => ({
    ...place,
    delivery: own.get(place.connectionId) ?? ('idle' as const),
  }));
  return { ...theme, places };
}
