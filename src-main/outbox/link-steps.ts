/** Takes back that a theme was linked to a template, or unlinked from one. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { PublishTarget, UndoneLink } from '@shared/publishing';
import type { Publication } from '@shared/theme/theme';
import type { Decisions } from './decisions';
import { isOfAnotherLibrary, knownHere } from './known-here';
import { emptyItem, type Item, type ItemId } from './outbox-item';
import type { OutboxParts } from './outbox-parts';
import type { OutboxConnection } from './outbox-types';
import { isNotedOver, publicationAt, targetOf, type PublishedTheme } from './save-target';

/** As many as a window can take back. */
const mostSteps = 20;

/** What a person's word did to a link. */
interface LinkStep {
  readonly target: PublishTarget;
  /** Where the connection led then. */
  readonly id: ItemId;
  readonly before: Publication | undefined;
  readonly after: Publication | undefined;
  /** The link to another theme's template that its file had. */
  readonly waiting?: Publication | undefined;
  /** What it made the outbox forget. */
  readonly forgotten: Forgotten;
}

/** A save that may have arrived, and the id that the theme's file could not keep. */
type Forgotten = Pick<Item, 'unconfirmed' | 'assignedId' | 'assignedOver'>;

/** What taking links back works with. */
type LinkStepParts<C extends OutboxConnection> = Pick<
  OutboxParts<C>,
  'changes' | 'handedIn' | 'store' | 'runtime' | 'options'
>;

/** The last words about links, while Foyer runs: with all that is known of what was published. */
export function takingBackLinks<C extends OutboxConnection>(
  { changes, handedIn, store, runtime, options: { library } }: LinkStepParts<C>,
  decisions: Decisions,
) {
  const steps = new Map<number, LinkStep>();
  let count = 0;

  /** What is known of the template there, also where the theme's file could not be told yet. */
  function linkIn(document: PublishedTheme, id: ItemId): Publication | undefined {
    const item = knownHere(id, { store, runtime });
    const unnoted = item?.unnoted;
    const isNewest =
      item &&
      unnoted?.templateId === targetOf(document, id.place, item).templateId &&
      !isNotedOver(item, unnoted, document);
    return isNewest ? unnoted : publicationAt(document, id.place);
  }

  /** The link that the theme's file has there, also to what is another theme's template by now. */
  async function filedAt({ themeId, place }: ItemId): Promise<Publication | undefined> {
    return publicationAt(await library.withWaitingLinks(themeId), place);
  }

  /** What a word about the link makes the outbox forget. */
  function forgottenOf(id: ItemId): Forgotten {
    return doubtAndId(knownHere(id, { store, runtime }) ?? emptyItem(id));
  }

  /** Whether the theme was published since, or is being. */
  function isAskedFor({ id }: LinkStep): boolean {
    const item = store.get(id);
    // There is one place for what waits, for a doubt, and for what is to be noted: a copy's stays in it.
    if (item && isOfAnotherLibrary(item, runtime)) return true;
    return handedIn.has(id) || Boolean(item?.request ?? item?.unconfirmed);
  }

  /** Its number, by which it can be taken back. */
  function keep(step: LinkStep): number {
    count += 1;
    steps.set(count, step);
    const [oldest] = steps.keys();
    if (steps.size > mostSteps && oldest !== undefined) steps.delete(oldest);
    return count;
  }

  /**
   * The link becomes what it was, with what may have arrived, where it is still as that step left it and
   * nothing was asked for since.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  async function takeBack(number: number): Promise<UndoneLink> {
    const step = steps.get(number);
    if (!step || isAskedFor(step)) return 'changed';
    return decisions.undisturbed(step.target, async (asked) => {
      const { id, assertSame } = asked;
      store.assertReadable(id);
      const isThere =
        id.place === step.id.place &&
        isSameLink(linkIn(await library.upToDate(id.themeId), id), step.after);
      if (!isThere || isAskedFor(step)) return 'changed';
      const { unconfirmed, assignedId } = step.forgotten;
      // The file may have that id by now, which it could not keep before.
      const isKept = assignedId === null || assignedId === step.before?.templateId;
      const present = doubtAndId(store.get(id) ?? emptyItem(id));
      const back = isKept ? unconfirmed && { unconfirmed } : step.forgotten;
      try {
        // First: between the two, the theme would be published by the link of before without a question.
        // What the disk still has of before that step would be sent by it as well.
        if (back || store.isUnwritten(id)) {
          await store.change(id, (now) => ({ ...now, ...back }));
        }
        const { before, after, waiting } = step;
        if (before) await decisions.tieAgain(asked, before, after?.templateId);
        else if (after) {
          assertSame();
          await library.unlink(id.themeId, id.place, after.templateId, waiting);
        }
      } catch (error) {
        await changes.keep(id, (now) => ({ ...now, ...present }));
        // Two themes never write to one template.
        if (hasCode(error, 'invalidFields')) return 'taken';
        if (hasCode(error, 'linkChanged')) return 'changed';
        throw error;
      }
      steps.delete(number);
      return 'done';
    });
  }

  return { linkIn, filedAt, forgottenOf, keep, takeBack };
}

function doubtAndId({ unconfirmed, assignedId, assignedOver }: Item): Forgotten {
  return { unconfirmed, assignedId, assignedOver };
}

function isSameLink(one: Publication | undefined, other: Publication | undefined): boolean {
  return one?.templateId === other?.templateId && one?.at === other?.at;
}

function hasCode(error: unknown, code: Problem['code']): boolean {
  return error instanceof ProblemError && error.problem.code === code;
}
