/**
 * Linking a theme to a template that is at a service already. There is no operation to list them, so
 * a person says under which id it is.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { pathSegment } from '@shared/service/operations';
import { publicationKey } from '@shared/theme/theme';
import type { Decisions } from './decisions';
import type { OutboxParts } from './outbox-parts';
import type { OutboxQueue } from './outbox-queue';
import type { OutboxConnection } from './outbox-types';

/** The calls `outbox.link` and `outbox.unlink`. */
export function linkHandlers<C extends OutboxConnection>(
  { clock, connections, store, options: { library } }: OutboxParts<C>,
  queue: OutboxQueue,
  decisions: Decisions,
): Pick<Handlers<FoyerCalls>['outbox'], 'link' | 'unlink'> {
  return {
    link: async ({ themeId, connectionId, templateId }) => {
      const place = publicationKey(connections.get(connectionId));
      const id = templateId.trim();
      // Refused where it can never stand in a path.
      pathSegment(id, 'templateId');
      const target = { themeId, connectionId };
      await decisions.undisturbed(target, async () => {
        // What can't be read can't be forgotten: it would be in doubt still.
        store.assertReadable({ themeId, place });
        const isFiled = (await library.withTemplate(place, id)) === themeId;
        if (isFiled && (await savesTo(target)) === id) return;
        if (!isFiled) {
          await decisions.tie(
            { themeId, place },
            { templateId: id, at: clock.date().toISOString() },
          );
        }
        await decisions.forget(target);
      });
    },
    unlink: async ({ themeId, connectionId }) => {
      const place = publicationKey(connections.get(connectionId));
      const target = { themeId, connectionId };
      await decisions.undisturbed(target, async () => {
        store.assertReadable({ themeId, place });
        await library.removePublication(themeId, place);
        await decisions.forget(target);
      });
    },
  };

  /** The id under which the theme would be saved now. */
  async function savesTo(target: { themeId: string; connectionId: string }): Promise<string> {
    const document = await library.current(target.themeId);
    const place = publicationKey(connections.get(target.connectionId));
    return queue.saveTarget(document, place).templateId;
  }
}
