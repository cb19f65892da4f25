import type { OpenTheme } from '@shared/library';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { cardOf, placesOf, type ConnectionRef, type DeliveryOf } from '../catalogue/theme-card';
import type { ShownTheme } from '../folder/theme-file';
import type { ThemeSession } from './theme-session';

/** What the windows see of an open theme; `document` is its own, with the links that it has. */
export function toOpenTheme(
  theme: ThemeSession,
  document: ShownTheme,
  connections: readonly ConnectionRef[],
  deliveryOf: DeliveryOf,
): OpenTheme {
  const publications: Record<string, Publication> = {};
  for (const connection of connections) {
    const key = publicationKey(connection);
    const publication = Object.hasOwn(document.publications, key) && document.publications[key];
    if (publication) publications[connection.id] = publication;
  }
  return {
    id: theme.id,
    version: theme.version,
    name: document.name,
    tags: document.tags,
    theme: document.theme,
    isReadOnly: theme.isReadOnly,
    canUndo: theme.canUndo,
    canRedo: theme.canRedo,
    ...(theme.canUndo ? { undoes: theme.undoes } : {}),
    ...(theme.canRedo ? { redoes: theme.redoes } : {}),
    save: theme.save,
    places: placesOf(cardOf(document), connections, deliveryOf),
    publications,
  };
}
