/**
 * Linking a theme to a template that is at a service already. There is no operation to list them, so
 * a person says under which id it is.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { timesUnlinked, type Publication } from '@shared/theme/theme';
import type { Decisions } from './decisions';
import { takingBackLinks } from './link-steps';
import type { ItemId } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxQueue } from './outbox-queue';
import type { OutboxConnection } from './outbox-types';
import { withoutAssignedId } from './save-target';
import { typedTemplateId } from './typed-template-id';

/** The calls `outbox.link`, `outbox.unlink` and `outbox.undoLink`. */
export function linkHandlers<C extends OutboxConnection>(
  parts: OutboxParts<C>,
  queue: OutboxQueue,
  decisions: Decisions,
): Pick<Handlers<FoyerCalls>['outbox'], 'link' | 'unlink' | 'undoLink'> {
  const { clock, store } = parts;
  const { library } = parts.options;
  const steps = takingBackLinks(parts, decisions);
  return {
    link: async ({ themeId, connectionId, templateId }) => {
      const linked = typedTemplateId(templateId);
      const target = { themeId, connectionId };
      return decisions.undisturbed(target, async (asked) => {
        const { id } = asked;
        // What can't be read can't be forgotten: it would be in doubt still.
        store.assertReadable(id);
        const before = steps.linkIn(await library.upToDate(themeId), id);
        const waiting = before ? undefined : await steps.filedAt(id);
        const forgotten = steps.forgottenOf(id);
        const isFiled = (await library.withTemplate(id.place, linked)) === themeId;
        const isPresent = isFiled && (await savesTo(id)) === linked;
        const link: Publication = { templateId: linked, at: clock.date().toISOString() };
        await decisions.relink(asked, {
          to: { templateId: linked },
          work: async () => {
            if (!isFiled) await decisions.tie(asked, link);
          },
          // What waits goes either way, as the dialog says; what is to be noted of this very template stays.
          rest: isPresent ? (now) => now : withoutAssignedId,
        });
        if (isPresent) return null;
        const after = steps.linkIn(await library.whole(themeId), id);
        return steps.keep({ target, id, before, after, waiting, forgotten });
      });
    },
    unlink: async ({ templateId, ...target }) =>
      decisions.undisturbed(target, async (asked) => {
        const { id, assertSame } = asked;
        store.assertReadable(id);
        const document = await library.upToDate(id.themeId);
        const before = steps.linkIn(document, id);
        const forgotten = steps.forgottenOf(id);
        await decisions.relink(asked, {
          to: { unlinked: timesUnlinked(document, id.place) + 1 },
          work: () => {
            assertSame();
            return library.unlink(id.themeId, id.place, templateId);
          },
          rest: withoutAssignedId,
        });
        return before ? steps.keep({ target, id, before, after: undefined, forgotten }) : null;
      }),
    undoLink: ({ step }) => steps.takeBack(step),
  };

  /** The id under which the theme would be saved now. */
  async function savesTo({ themeId, place }: ItemId): Promise<string> {
    const document = await library.current(themeId);
    return (await queue.saveTarget(document, place)).templateId;
  }
}
