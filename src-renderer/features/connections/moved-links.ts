/**
 * The links of a connection whose service has moved. A link is to a template at an address and workspace: at another address
 * each theme is a draft, and its next publication would make a second template of what is there already.
 */
import { m } from '@shared/messages/messages';
import type { PublishTarget } from '@shared/publishing';
import { bridge } from '../../bridge';
import { library } from '../../state/library.svelte';
import { namesIn } from '../../state/transfer.svelte';
import { asWindowWork } from '../../state/window-work';
import { reportUnsent } from '../../ui/report';
import { toast } from '../../ui/toast';

/** A theme and its template where a connection leads. */
export interface PublishedTheme extends PublishTarget {
  readonly name: string;
  readonly templateId: string;
}

/** Those of the library that have a template where the connection leads. */
export function publishedThrough(connectionId: string): PublishedTheme[] {
  return library.themes.flatMap(({ id: themeId, name, places, isReadOnly }) => {
    const { templateId } = places.find((place) => place.connectionId === connectionId) ?? {};
    if (isReadOnly || templateId === undefined) return [];
    return [{ themeId, connectionId, name, templateId }];
  });
}

/** Links each to its template where its connection leads now, and says so. Never rejects: what could not be linked is told. */
export async function keepLinks(themes: readonly PublishedTheme[], label: string): Promise<void> {
  const left: { readonly name: string; readonly error: unknown }[] = [];
  await asWindowWork('change', async () => {
    for (const { name, ...target } of themes) {
      try {
        await bridge.outbox.link(target);
      } catch (error) {
        left.push({ name, error });
      }
    }
  });
  const count = themes.length - left.length;
  if (count > 0) toast(m.connections_links_kept({ count, label }));
  const [first] = left;
  if (first) reportUnsent(first.error, m.connections_links_not_kept({ names: namesIn(left) }));
}
