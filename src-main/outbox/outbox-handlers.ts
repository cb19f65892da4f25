import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import type { PublishTarget, Queued } from '@shared/publishing';
import { changeThemeField } from '@shared/theme/field-access';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { isPublishedAsChanged } from '@shared/theme/status';
import { publicationKey } from '@shared/theme/theme';
import { mapLimited } from '../storage/storage';
import { systemClock } from './clock';
import { problemOfError } from './delivery-attempt';
import { linkHandlers } from './linking';
import type { OutboxConnection, OutboxOptions } from './outbox-types';
import type { OutboxQueue } from './outbox-queue';
import { publicationAt } from './save-target';
import { editsToServiceVersion, nameInServiceVersion } from './service-version';

/** How many themes are read and written down at once while many are queued. */
const queuedAtOnce = 8;

/** The outbox's side of the bridge. */
export function outboxHandlers<C extends OutboxConnection>(
  queue: OutboxQueue<C>,
  { library, clock = systemClock }: OutboxOptions<C>,
): Handlers<FoyerCalls>['outbox'] {
  async function publish(places: readonly PublishTarget[], isNamed: boolean): Promise<Queued> {
    const problems: Queued['problems'] = [];
    await queue.enqueueAll(places, isNamed, (enqueue) =>
      mapLimited(places, queuedAtOnce, async (place) => {
        try {
          await enqueue(place);
        } catch (error) {
          const problem = problemOfError(error);
          if (!problem) throw error;
          problems.push({ ...place, problem });
        }
      }),
    );
    return { queued: places.length - problems.length, problems };
  }

  return {
    ...linkHandlers({
      library,
      connectionOf: (id) => queue.connection(id),
      undisturbed: (place, work) => queue.undisturbed(place, work),
      tie: (id, publication) => queue.tie(id, publication),
      savesTo: async ({ themeId, connectionId }) => {
        const document = await library.current(themeId);
        return queue.target(document, queue.connection(connectionId)).templateId;
      },
      forget: (place) => queue.forget(place),
      now: () => clock.date(),
    }),

    list: async () => {
      await queue.start();
      return queue.snapshot();
    },

    request: async ({ themeId, connectionId }) => {
      await queue.start();
      const connection = queue.connection(connectionId);
      const document = await library.current(themeId);
      const { templateId } = queue.target(document, connection);
      const { name, theme } = document;
      return saveThemeTemplateRequest(connection, { templateId, name, theme });
    },

    publish: ({ themeIds, connectionIds }) => {
      const places = connectionIds.flatMap((connectionId) =>
        themeIds.map((themeId) => ({ themeId, connectionId })),
      );
      // Of one among many nobody has said that it may go though it may be there.
      return publish(places, places.length === 1);
    },

    publishChanged: async ({ connectionId }) => {
      queue.connection(connectionId);
      const { themes } = await library.handlers.list(undefined);
      const changed = themes.filter(({ isReadOnly, places }) => {
        const place = places.find((each) => each.connectionId === connectionId);
        return !isReadOnly && place !== undefined && isPublishedAsChanged(place);
      });
      const places = changed.map(({ id }) => ({ themeId: id, connectionId }));
      return publish(places, false);
    },

    retry: async ({ only }) => {
      await queue.retry(only);
    },
    cancel: async ({ only }) => {
      await queue.cancel(only);
    },
    setPaused: async ({ isPaused }) => {
      await queue.setPaused(isPaused);
    },

    decide: async ({ decision, templateId, ...place }) => {
      switch (decision) {
        case 'sendAgain':
          await queue.sendAgain(place);
          break;
        case 'published':
          await queue.markPublished(place, templateId);
          break;
        case 'drop':
          await queue.drop(place);
          break;
      }
    },

    answers: ({ themeId }) => queue.answersOf(themeId),
    dismiss: (place) => {
      queue.dismiss(place);
    },

    takeAnswer: async ({ themeId, connectionId }) => {
      const place = publicationKey(queue.connection(connectionId));
      // Nothing of it is sent meanwhile, whose answer would be another publication.
      await queue.undisturbed({ themeId, connectionId }, async () => {
        const publication = publicationAt(await library.current(themeId), place);
        const edits = publication ? editsToServiceVersion(publication) : [];
        const name = publication ? nameInServiceVersion(publication) : null;
        if (!publication?.sent || (edits.length === 0 && name === null)) {
          throw new ProblemError({ code: 'notFound', what: 'change' });
        }
        if (edits.length > 0) await library.handlers.edit({ id: themeId, edits });
        if (name !== null) await library.handlers.rename({ id: themeId, name });
        await library.saved(themeId);
        // What was sent and what was made of it: an edit since then was never sent.
        const theme = edits.reduce(changeThemeField, publication.sent.theme);
        await library.setPublication(themeId, place, {
          ...publication,
          sent: { ...publication.sent, name: name ?? publication.sent.name, theme },
        });
      });
      queue.dismiss({ themeId, connectionId });
    },
  };
}
