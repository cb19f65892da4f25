/**
 * Linking a theme to a template that is at a service already. There is no operation to list them, so
 * a person says under which id it is.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { pathSegment } from '@shared/service/operations';
import type { Decisions } from './decisions';
import type { ItemId } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxQueue } from './outbox-queue';
import type { OutboxConnection } from './outbox-types';
import { withoutAssignedId } from './save-target';

/** The calls `outbox.link` and `outbox.unlink`. */
export function linkHandlers<C extends OutboxConnection>(
  { clock, store, options: { library } }: OutboxParts<C>,
  queue: OutboxQueue,
  decisions: Decisions,
): Pick<Handlers<FoyerCalls>['outbox'], 'link' | 'unlink'> {
  return {
    link: async ({ themeId, connectionId, templateId }) => {
      const linked = templateId.trim();
      // Refused where it can never stand in a path.
      pathSegment(linked, 'templateId');
      await decisions.undisturbed({ themeId, connectionId }, async (asked) => {
        const { id } = asked;
        // What can't be read can't be forgotten: it would be in doubt still.
        store.assertReadable(id);
        const isFiled = (await library.withTemplate(id.place, linked)) === themeId;
        const isPresent = isFiled && (await savesTo(id)) === linked;
        if (!isFiled) {
          await decisions.tie(id, { templateId: linked, at: clock.date().toISOString() });
        }
        // What waits goes either way, as the dialog says; what is to be noted of this very template stays.
        await decisions.forget(asked, isPresent ? (now) => now : withoutAssignedId);
      });
    },
    unlink: async ({ themeId, connectionId }) => {
      await decisions.undisturbed({ themeId, connectionId }, async (asked) => {
        store.assertReadable(asked.id);
        await library.unlink(themeId, asked.id.place);
        await decisions.forget(asked, withoutAssignedId);
      });
    },
  };

  /** The id under which the theme would be saved now. */
  async function savesTo({ themeId, place }: ItemId): Promise<string> {
    const document = await library.current(themeId);
    return (await queue.saveTarget(document, place)).templateId;
  }
}
