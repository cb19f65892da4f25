/** The outbox's side of the bridge. */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import type { OutboxReason, PublishTarget, Queued } from '@shared/publishing';
import { withThemeField } from '@shared/theme/change-theme';
import { changeThemeField } from '@shared/theme/field-access';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { isPublishedAsChanged } from '@shared/theme/status';
import { publicationKey } from '@shared/theme/theme';
import { mapLimited } from '../storage/storage';
import { createCancelling } from './cancelling';
import type { Decisions } from './decisions';
import { linkHandlers } from './linking';
import type { OutboxParts } from './outbox-parts';
import type { AskedHow } from './handed-in';
import type { OutboxQueue } from './outbox-queue';
import type { Edited, InPlace, OutboxConnection } from './outbox-types';
import { problemOfError } from './problem-of-error';
import { removalOf } from './removal';
import { publicationAt } from './save-target';
import { editsToServiceVersion, nameInServiceVersion } from './service-version';

/** How many themes are read and written down at once while many are queued. */
const queuedAtOnce = 8;

const isSameTarget = (one: PublishTarget, other: PublishTarget): boolean =>
  one.themeId === other.themeId && one.connectionId === other.connectionId;

/** Makes the handlers of the calls `outbox.…`. */
export function outboxHandlers<C extends OutboxConnection>(
  parts: OutboxParts<C>,
  queue: OutboxQueue,
  decisions: Decisions,
): Handlers<FoyerCalls>['outbox'] {
  const { answers, connections, handedIn, inHand, notifier, states, store, view } = parts;
  const { library } = parts.options;
  const cancelling = createCancelling(parts, queue);

  async function publish(targets: readonly PublishTarget[], how: AskedHow): Promise<Queued> {
    const problems: Queued['problems'] = [];
    const cancelled: PublishTarget[] = [];
    const unforeseen: unknown[] = [];
    await queue.enqueueAll(targets, how, (asked) =>
      mapLimited(asked, queuedAtOnce, async (each) => {
        try {
          if (!(await each.queue())) cancelled.push(each.target);
        } catch (error) {
          const problem = problemOfError(error);
          // All were announced: what is wrong with one is said once the others are queued.
          if (!problem) unforeseen.push(error);
          else problems.push({ ...each.target, problem, asked: each.sequence });
        }
      }),
    );
    if (unforeseen.length > 0) throw unforeseen[0];
    const queued = targets.length - problems.length - cancelled.length;
    const waitingFor = (...reasons: OutboxReason[]) =>
      targets.filter((target) => {
        const id = connections.idOf(target);
        if (!id) return false;
        if (store.unreadable(id)) return reasons.includes('unreadable');
        // What waits there then was asked for before.
        if ([...problems, ...cancelled].some((each) => isSameTarget(each, target))) return false;
        const item = store.get(id);
        const reason = item && view.reasonAt(item, target.connectionId);
        return reason !== undefined && reasons.includes(reason);
      });
    const undecided = waitingFor('decision', 'unreadable');
    const withoutToken = waitingFor('tokenRefused', 'tokenMissing');
    const asked = waitingFor('asked');
    return {
      ...{ queued, cancelled, problems },
      ...(undecided.length > 0 && { undecided }),
      ...(withoutToken.length > 0 && { withoutToken }),
      ...(asked.length > 0 && { asked }),
    };
  }

  /** Makes the theme in the library what the service answered that it made of it. */
  async function adoptServiceVersion(
    { themeId, connectionId }: PublishTarget,
    inPlace: InPlace,
  ): Promise<void> {
    // Nothing of it is sent meanwhile, whose answer would be another publication.
    await decisions.undisturbed({ themeId, connectionId }, async ({ id, assertSame }) => {
      const { place } = id;
      const publication = publicationAt(await library.current(themeId), place);
      const edits = publication ? editsToServiceVersion(publication) : [];
      const name = publication ? nameInServiceVersion(publication) : null;
      if (!publication?.sent || (edits.length === 0 && name === null)) {
        throw new ProblemError({ code: 'notFound', what: 'change' });
      }
      assertSame();
      // What was written since it was sent can be had back, also after a restart.
      const change = (present: Edited): Edited => ({
        ...present,
        name: name ?? present.name,
        theme: edits.reduce(withThemeField, present.theme),
      });
      await library.replace(themeId, change, inPlace);
      // What was sent and what was made of it: an edit since then was never sent.
      const theme = edits.reduce(changeThemeField, publication.sent.theme);
      const sent = { ...publication.sent, name: name ?? publication.sent.name, theme };
      const adopted = { ...publication, sent };
      await library.setPublication(themeId, place, adopted, undefined, assertSame);
      answers.forget(id);
    });
  }

  return {
    ...linkHandlers(parts, queue, decisions),

    list: async () => {
      await queue.start();
      return notifier.snapshot();
    },

    request: async ({ themeId, connectionId }) => {
      await queue.start();
      const connection = connections.get(connectionId);
      const document = await library.current(themeId);
      const { templateId } = await queue.saveTarget(document, publicationKey(connection));
      const { name, theme } = document;
      return saveThemeTemplateRequest(connection, { templateId, name, theme });
    },

    // What a person says is in hand from the first: the outbox itself may still be being read.
    publish: ({ themeIds, connectionIds }) =>
      inHand.during(async () => {
        const shown = new Map(themeIds.map((id) => [id, library.asAsked(id)]));
        // What is in the way of one is told with it.
        for (const each of shown.values()) Promise.resolve(each).catch(() => undefined);
        const asked = { assertSame: library.assertSame(), libraryId: library.id(), shown };
        // Only then it is known which connections are held. Waited for once, as by every word of a person: by
        // their numbers they are in the order in which they were said.
        await queue.start();
        // Of several that lead to one workspace the first takes it: one that is held does so only if all are.
        const isHeld = (id: string): number => Number(states.blockOf(id) !== undefined);
        const inOrder = [...connectionIds].sort((one, other) => isHeld(one) - isHeld(other));
        const targets = inOrder.flatMap((connectionId) =>
          themeIds.map((themeId) => ({ themeId, connectionId })),
        );
        // Of one among many nobody has said that it may go though it may be there.
        return publish(targets, { isNamed: targets.length === 1, ...asked });
      }),

    publishChanged: ({ connectionId }) =>
      inHand.during(async () => {
        const asked = { assertSame: library.assertSame(), libraryId: library.id() };
        connections.get(connectionId);
        // Only then it is known what waits.
        await queue.start();
        const { themes } = await library.handlers.list(undefined);
        const changed = themes.filter(({ id, isReadOnly, places }) => {
          const relation = places.find((each) => each.connectionId === connectionId)?.relation;
          const delivery = view.deliveryOf(id, connectionId);
          return !isReadOnly && isPublishedAsChanged(relation, delivery);
        });
        const targets = changed.map(({ id }) => ({ themeId: id, connectionId }));
        return publish(targets, { isNamed: false, ...asked });
      }),

    retry: async ({ only }) => {
      await inHand.during(() => queue.retry(only));
    },
    cancel: async ({ only }) => {
      await inHand.during(() => (only ? cancelling.cancelEntry(only) : cancelling.cancelAll()));
    },
    stop: async (target) => {
      await inHand.during(() => cancelling.stop(target));
    },
    removal: async ({ connectionId }) => {
      await queue.start();
      return removalOf(connectionId, handedIn.through(connectionId), parts);
    },
    setPaused: async ({ isPaused }) => {
      await inHand.during(() => queue.setPaused(isPaused));
    },

    decide: async ({ decision, templateId, ...target }) => {
      switch (decision) {
        case 'sendAgain':
          await decisions.sendAgain(target);
          break;
        case 'published':
          await decisions.markPublished(target, templateId);
          break;
        case 'drop':
          await decisions.drop(target);
          break;
      }
    },

    answers: ({ themeId }) => answers.of(themeId),
    dismiss: (target) => {
      answers.dismiss(target);
    },
    takeAnswer: async (target) => {
      await library.whileReplaced(target.themeId, (inPlace) =>
        adoptServiceVersion(target, inPlace),
      );
    },
  };
}
