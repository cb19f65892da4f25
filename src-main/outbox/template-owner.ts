/** Whose a template is that a theme would be saved to, or linked to. */
import type { ItemId } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxLibrary } from './outbox-types';

/** What knows whose they are: the themes' own files, and what these could not be given yet. */
export interface TemplateOwners {
  readonly library: Pick<OutboxLibrary, 'withTemplate' | 'wasUnlinkedFrom'>;
  readonly store: OutboxStore;
}

/** Whether another theme has the template at the place: saved to from two, each would write over the other's. */
export async function isAnothers(
  { library, store }: TemplateOwners,
  { themeId, place }: ItemId,
  templateId: string,
): Promise<boolean> {
  const owner = await library.withTemplate(place, templateId);
  if (owner !== undefined && owner !== themeId) return true;
  return store
    .values()
    .some((one) => one.place === place && one.themeId !== themeId && one.assignedId === templateId);
}
