/**
 * What a person decides: about saves of which nobody knows whether they arrived, about files that can't
 * be read, and under which template a theme is at a service.
 */
import { invalidField, ProblemError } from '@shared/problem-error';
import type { PublishTarget } from '@shared/publishing';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { newId, TaskQueue } from '../storage/storage';
import { isOfAnotherLibrary } from './known-here';
import { forgetBefore, withoutLinkHold } from './link-hold';
import {
  contentToSend,
  emptyItem,
  isSame,
  itemKey,
  libraryOf,
  type Item,
  type ItemId,
  type LinkHold,
  type PublishRequest,
  type UnconfirmedSave,
} from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxQueue } from './outbox-queue';
import type { OutboxConnection } from './outbox-types';
import { freeTargetOf, publicationAt, withoutAssignedId } from './save-target';
import { isAnothers } from './template-owner';
import { typedTemplateId } from './typed-template-id';
import { goingThrough, withoutWay } from './ways';

/** A person's word about an item. */
export interface Word {
  readonly id: ItemId;
  /** Its number among what was asked for: what was asked for later is none of its business. */
  readonly word: number;
  /** Throws once another library, such as a copy, has taken the place of the one that it was said in. */
  readonly assertSame: () => void;
}

/** What a person says of a theme's link. */
export interface LinkChange {
  /** What tells that it was carried out. */
  readonly to: Pick<LinkHold, 'templateId' | 'unlinked'>;
  readonly work: () => Promise<void>;
  /** What it changes of the item besides. */
  readonly rest: (item: Item) => Item;
}

/** What a person can decide. */
export type Decisions = ReturnType<typeof createDecisions>;

/** Carries decisions out; nothing of an item leaves while one about it is carried out. */
export function createDecisions<C extends OutboxConnection>(
  parts: OutboxParts<C>,
  queue: OutboxQueue,
) {
  const { answers, changes, clock, connections, handedIn, inHand, notifier, options } = parts;
  const { progress, runtime, scheduler, store, view } = parts;
  const { library } = options;
  /** Ties of themes to templates are made one at a time, so that no two get the same one. */
  const tying = new TaskQueue();

  /** A person's word that an earlier save may be repeated. @throws ProblemError notFound, storage… */
  async function sendAgain(target: PublishTarget): Promise<void> {
    await decideDoubt(target, async ({ id, word }) => {
      const key = itemKey(id);
      // While it was carried out a person may have cancelled it, or removed the connection.
      if (runtime.isOver(key, word)) return;
      connections.get(target.connectionId);
      await changes.commitRequest(id, ({ request, unconfirmed }) => {
        const { connectionId } = target;
        const again = request
          ? goingThrough(request, connectionId)
          : unconfirmed && {
              name: unconfirmed.name,
              theme: unconfirmed.theme,
              at: unconfirmed.at,
              connectionId,
              // The word is about what was asked for then, and not about what was asked for since.
              sequence: runtime.earliest(key),
              ...libraryOf(unconfirmed),
            };
        return again && { ...again, duplicateAllowed: true, isRefused: false };
      });
      runtime.tryNow(key);
      // A newer version goes in its place, of which that says nothing; and it goes with whatever token.
      Object.assign(runtime.of(key), { outcome: undefined, notAllowed: undefined });
      answers.forget(id);
    });
  }

  /** A save of which nothing is known but that it may have arrived. @throws ProblemError of the library */
  async function doubtAbout(id: ItemId): Promise<Item> {
    const document = await library.saved(id.themeId);
    const target = await freeTargetOf(document, id.place, undefined, { library, store });
    const { templateId, isFirst, filedAt } = target;
    // No publication can be told to be of it.
    const attempt = newId();
    const at = clock.date().toISOString();
    const save = { templateId, isFirst, tries: 1, at, attempt, filedAt, isContentUnknown: true };
    const unconfirmed = { ...contentToSend(document), ...save };
    return { ...emptyItem(id), unconfirmed };
  }

  /** A person found it there. @throws ProblemError notFound, invalidFields, storage… */
  async function markPublished(target: PublishTarget, typed: string | undefined): Promise<void> {
    const templateId = typed === undefined ? undefined : typedTemplateId(typed);
    await decideDoubt(target, async (asked, unconfirmed) => {
      const { id } = asked;
      // It is recorded in the library that it left from, and not in a copy.
      runtime.assertionOf(unconfirmed)();
      const sent = unconfirmed.isContentUnknown === true ? undefined : unconfirmed;
      const publication: Publication = {
        templateId: templateId ?? unconfirmed.templateId,
        // When it arrived, as near as that is known, and not when somebody looked.
        at: unconfirmed.at,
        ...(sent && { sent: { name: sent.name, theme: sent.theme } }),
      };
      // Another computer may have saved it there for the first time as well.
      if (!(await isFiledSince(id, publication, unconfirmed))) {
        await tie(asked, publication, unconfirmed.isFirst ? [null] : undefined);
      }
      runtime.of(itemKey(id)).isFirst = false;
      progress.queueing();
      // In one write: between two of them the same would be sent again.
      const settled = changes.changeRequest(
        id,
        (request) => (sent && isSame(request, sent) ? null : request),
        (now) => withoutAssignedId({ ...now, unconfirmed: null }),
      );
      forgetEnd(id);
      await changes.kept(settled);
    });
  }

  /**
   * What came of the doubt says nothing of what was published since; of what was refused since, or whose token was, it
   * is the reason: no such end leaves a doubt.
   */
  function forgetEnd(id: ItemId): void {
    const item = store.get(id);
    if (item?.request?.isRefused) return;
    const state = runtime.of(itemKey(id));
    const isOfItsToken = state.outcome?.kind === 'tokenRefused';
    if (item && isOfItsToken && view.reasonOf(item) === 'tokenRefused') return;
    state.outcome = undefined;
    answers.forget(id);
  }

  /** Whether what is noted with the theme tells of the same template what came after that save. @throws ProblemError */
  async function isFiledSince(
    { themeId, place }: ItemId,
    { templateId }: Publication,
    unconfirmed: UnconfirmedSave,
  ): Promise<boolean> {
    if (unconfirmed.filedAt === undefined) return false;
    const filed = publicationAt(await library.noted(themeId), place);
    return filed?.templateId === templateId && filed.at !== unconfirmed.filedAt;
  }

  /**
   * A person looked: it is not there, and need not be. What they published since is another matter.
   * @throws ProblemError notFound
   */
  async function drop(target: PublishTarget): Promise<void> {
    await decide(target, async ({ id, word }, wasUnreadable) => {
      if (store.unreadable(id)) await store.setAside(id, clock.date());
      const item = store.get(id);
      const { request, unconfirmed } = item ?? {};
      // What an earlier run left, and is not read yet, is over with it.
      if (!request) runtime.end(itemKey(id), word);
      progress.queueing();
      // The same again, and what came of asking the disk once more and waits. What is still to be read of a theme may be
      // another version.
      const goesOn = item && unconfirmed && !wasUnreadable ? besideDoubt(item) : () => null;
      const compared = request?.sequence ?? 0;
      const left = (each: PublishRequest): PublishRequest | null => {
        const isOther = unconfirmed && !isSame(each, unconfirmed);
        return isOther || each.sequence > compared ? each : goesOn(each);
      };
      // In one write, with those that are back where the disk refuses what is being written.
      const settled = (now: Item): Item => ({ ...now, unconfirmed: null });
      const done = changes.changeRequest(id, left, settled);
      forgetEnd(id);
      await changes.written([done]);
    });
  }

  /** What is left of a request of what is in doubt: what waits for another connection's token, or for where that led. */
  function besideDoubt(item: Item): (request: PublishRequest) => PublishRequest | null {
    const open = view.standingsOf(item).filter(({ why }) => why === 'decision');
    return (request) => {
      let left: PublishRequest | null = request;
      for (const { part, connectionId } of open) {
        if (part === 'all') return null;
        if (left && part === 'way') left = withoutWay(left, connectionId);
      }
      return left;
    };
  }

  /**
   * Says under which template a theme is at a place. Published from two themes, a template would be
   * overwritten in turns. `over` as the library's `setPublication` takes it.
   * @throws ProblemError invalidFields (templateId: alreadyThere)
   */
  function tie(
    asked: Word,
    publication: Publication,
    over?: readonly (string | null)[],
  ): Promise<void> {
    const { id, assertSame } = asked;
    return whileFree(asked, publication, () =>
      library.setPublication(id.themeId, id.place, publication, over, assertSame),
    );
  }

  /** The same of a tie that was there before it was tied to `from`, or to none. @throws ProblemError as `tie`; linkChanged */
  function tieAgain(
    asked: Word,
    publication: Publication,
    from: string | undefined,
  ): Promise<void> {
    const { id } = asked;
    return whileFree(asked, publication, () =>
      library.relink(id.themeId, id.place, from, publication),
    );
  }

  function whileFree(
    { id, assertSame }: Word,
    { templateId }: Publication,
    work: () => Promise<void>,
  ): Promise<void> {
    return tying.run(async () => {
      if (await isAnothers({ library, store }, id, templateId)) {
        throw invalidField('templateId', 'alreadyThere');
      }
      assertSame();
      await work();
    });
  }

  /**
   * Runs what changes the theme's tie to its template, in the library that is open as it is said; nothing of it is
   * sent meanwhile. @throws ProblemError alreadyUnderWay, libraryReplaced
   */
  async function undisturbed<T>(
    { themeId, connectionId }: PublishTarget,
    work: (asked: Word) => Promise<T>,
    assertSame = library.assertSame(),
  ): Promise<T> {
    return inHand.during(async () => {
      await queue.start();
      changes.assertReadable();
      // Where it leads now: it can be pointed elsewhere while this is carried out.
      const id = { themeId, place: publicationKey(connections.get(connectionId)) };
      const word = store.nextSequence();
      return scheduler.undisturbed(id, () => {
        assertSame();
        return work({ id, word, assertSame });
      });
    });
  }

  /**
   * Runs what changes the theme's link, and forgets what waits and what is not confirmed, and what `rest` takes out of
   * the item besides: a person has said how things are there. Until then it is held, on the disk as well: where Foyer
   * is ended between the two, it would be sent by the new link, or be lost with a link that was not made. Where the
   * link can't be changed, or the disk doesn't take the hold, it waits as before. What is of another library is of the
   * theme there, and stays: nothing of it has to be held.
   */
  async function relink({ id, word }: Word, { to, work, rest }: LinkChange): Promise<void> {
    const state = runtime.of(itemKey(id));
    const item = store.get(id);
    const forget = (): Promise<void> => changes.kept(forgetBefore(id, word, rest, parts));
    if (item && isOfAnotherLibrary(item, runtime)) {
      await work();
      await forget();
      return;
    }
    state.isBeingLinked = true;
    try {
      try {
        // Also where the disk alone still has something, and for what is still being read.
        if (item ?? (store.isUnwritten(id) || handedIn.has(id))) {
          await changes.written([
            store.change(id, (now) => ({
              ...now,
              linkHold: { word, libraryId: library.id(), ...to },
            })),
          ]);
        }
        await work();
      } catch (error) {
        if (store.get(id)?.linkHold) await changes.keep(id, withoutLinkHold);
        throw error;
      }
      await forget();
    } finally {
      state.isBeingLinked = false;
    }
    runtime.forget(itemKey(id));
    answers.forget(id);
    notifier.changed();
  }

  /**
   * Carries out a person's word about what is not confirmed. What can't be read becomes such a doubt first,
   * which can be read, whatever comes of the word.
   * @throws ProblemError notFound, when there is nothing to decide, and what `work` throws
   */
  async function decideDoubt(
    target: PublishTarget,
    work: (asked: Word, unconfirmed: UnconfirmedSave) => Promise<void>,
  ): Promise<void> {
    await decide(target, async (asked) => {
      const { id } = asked;
      if (store.unreadable(id)) await store.supersede(await doubtAbout(id), clock.date());
      assertOpen(id, target);
      const unconfirmed = store.get(id)?.unconfirmed;
      if (!unconfirmed) throw nothingToDecide();
      await work(asked, unconfirmed);
    });
  }

  /**
   * Carries out a person's word about what is not confirmed, or can't be read. By then the disk was asked
   * once more, so that it may be neither. @throws ProblemError notFound, and what `work` throws
   */
  async function decide(
    target: PublishTarget,
    work: (asked: Word, wasUnreadable: boolean) => Promise<void>,
  ): Promise<void> {
    const assertSame = library.assertSame();
    await inHand.during(async () => {
      await queue.start();
      const now = connections.idOf(target);
      if (!now) throw nothingToDecide();
      assertOpen(now, target);
      const decided = async (asked: Word): Promise<void> => {
        const { id } = asked;
        const wasUnreadable = store.unreadable(id) !== undefined;
        if (wasUnreadable) await changes.reread();
        // As it is once nothing of it is sent any more.
        else assertOpen(id, target);
        await work(asked, wasUnreadable);
      };
      await undisturbed(target, decided, assertSame);
    });
    notifier.changed();
    scheduler.pump();
  }

  /** @throws ProblemError notFound, when there is nothing that a person has to decide about under that connection */
  function assertOpen(id: ItemId, { connectionId }: PublishTarget): void {
    const item = store.get(id);
    const isOpen =
      store.unreadable(id) ?? (item && view.reasonAt(item, connectionId) === 'decision');
    if (!isOpen) throw nothingToDecide();
  }

  return { sendAgain, markPublished, drop, tie, tieAgain, undisturbed, relink };
}

function nothingToDecide(): ProblemError {
  return new ProblemError({ code: 'notFound', what: 'change' });
}
