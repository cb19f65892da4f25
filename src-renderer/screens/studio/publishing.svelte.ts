/* eslint-disable svelte/prefer-svelte-reactivity -- The maps are replaced as a whole, never changed. */
/** Publishing the open theme, and what came of it. What is queued and what was answered is main's. */
import { SvelteMap } from 'svelte/reactivity';
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type {
  OutboxItem,
  PublishAnswered,
  PublishResult,
  PublishTarget,
  Queued,
} from '@shared/publishing';
import type { ServiceIssue } from '@shared/service/answers';
import { themeFieldNames } from '@shared/theme/field-names';
import type { ThemeField } from '@shared/theme/fields';
import { publicationKey } from '@shared/theme/publication-key';
import { bridge, onEvent } from '../../bridge';
import { connections } from '../../state/connections.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { report, reportUnsent } from '../../ui/report';
import { problemOf } from '../../ui/reports.svelte';

/** It could not even be queued. */
interface Refusal {
  readonly problem: Problem;
  /** Its number among all that was asked for (`OutboxItem.asked`). */
  readonly asked: number;
}

/** Which entries' ends were taken off the screen (`OutboxItem.asked`), also once the theme is left: the outbox keeps them. */
const dismissed = new SvelteMap<string, OutboxItem['asked']>();

const waitsOrLeaves = ({ why }: OutboxItem): boolean =>
  !['decision', 'refused', 'unreadable', 'unnoted'].includes(why);

export class ThemePublishing {
  readonly #open: OpenThemeState;
  /** Those that main was asked for, and has not said to be queued. */
  #queueing = $state.raw<readonly PublishTarget[]>([]);
  /** The theme was left. */
  #isLeft = false;
  #refusals = $state.raw<ReadonlyMap<string, Refusal>>(new Map());
  #answers = $state.raw<ReadonlyMap<string, PublishResult>>(new Map());

  constructor(open: OpenThemeState) {
    this.#open = open;
  }

  /** Listens first, then asks what came of earlier tries. Returns the end. */
  start(): () => void {
    const end = onEvent('outbox.answered', (answered) => {
      if (answered.themeId !== this.#open.id) return;
      // What was asked for since may be answered before it is listed.
      const refusal = this.#refusals.get(answered.connectionId);
      if (refusal && (answered.asked ?? 0) > refusal.asked)
        this.#forgetRefusal(answered.connectionId);
      this.#hear(answered);
    });
    void bridge.outbox
      .answers({ themeId: this.#open.id })
      .then((answers) => {
        for (const answered of answers) this.#hear(answered);
      })
      .catch(report);
    const endOvertaken = $effect.root(() => {
      $effect(() => this.#dropOvertaken());
    });
    return () => {
      this.#isLeft = true;
      end();
      endOvertaken();
    };
  }

  /** What came of the last try, until the next one or until it was dismissed. */
  resultAt({ id }: Connection): PublishResult | null {
    return this.#answers.get(id) ?? null;
  }

  /**
   * Why it could not even be queued; its entry in the outbox is of what was asked for before. Until the next
   * one is queued, or until it was dismissed.
   */
  refusalAt({ id }: Connection): Problem | null {
    return this.#refusals.get(id)?.problem ?? null;
  }

  /**
   * Its entry in the outbox. Of one that is of another library, such as the one that this is a copy of, what came of it,
   * what is to be decided and where it was to go before is about the theme there.
   */
  itemAt(connection: Connection): OutboxItem | undefined {
    const item = outbox.find({ themeId: this.#open.id, connectionId: connection.id });
    if (!item?.isOfOtherLibrary) return item;
    const goesThere = item.goesTo === undefined || item.goesTo === publicationKey(connection);
    return goesThere && waitsOrLeaves(item) ? item : undefined;
  }

  /** Whether it is on its way there, from this window or by main's own account. */
  isSendingTo(connection: Connection): boolean {
    if (this.#queueing.some(({ connectionId }) => connectionId === connection.id)) return true;
    return outbox.deliveryOf(this.#place(connection)) === 'sending';
  }

  /** The service's issues that speak of a field that this theme has. */
  issuesAt(connection: Connection): ReadonlyMap<ThemeField | 'name', string> {
    const outcome = this.resultAt(connection)?.outcome;
    return outcome?.kind === 'rejected' ? issuesByField(outcome.error?.issues ?? []) : new Map();
  }

  /**
   * Queues what is shown, also while an older version is being sent: main makes one of the same request.
   * Several go in one call: main takes a call for one alone as a person's word about a save in doubt.
   * It is asked for at once: main knows then what was typed or put back before, and a quit waits for it.
   * Gives those of which nothing leaves before a person decides: the list of the outbox says so only later.
   */
  async publish(...to: readonly Connection[]): Promise<readonly PublishTarget[]> {
    const wanted = to.map((connection) => this.#place(connection));
    // What was answered before is main's to forget: where it refuses this one, that still holds.
    for (const { id } of to) this.#forgetRefusal(id);
    this.#queueing = [...this.#queueing, ...wanted];
    try {
      const { problems, undecided = [] } = await bridge.outbox.publish({
        themeIds: [this.#open.id],
        connectionIds: wanted.map(({ connectionId }) => connectionId),
      });
      for (const each of problems) this.#refuse(each, to);
      return undecided;
    } catch (error) {
      const problem = problemOf(error);
      for (const each of wanted) this.#refuse({ ...each, problem }, to);
      return [];
    } finally {
      this.#queueing = this.#queueing.filter((other) => !wanted.includes(other));
    }
  }

  /** Stops what is on its way there (`isSendingTo`). */
  async stop(connection: Connection): Promise<void> {
    await outbox.act(() => bridge.outbox.stop(this.#place(connection)));
  }

  /** Takes its entry out of the queue. */
  async cancel(connection: Connection): Promise<void> {
    await outbox.act(() => bridge.outbox.cancel({ only: this.#entry(connection) }));
  }

  /** Tries at once what waits. */
  async retry(connection: Connection): Promise<void> {
    await outbox.act(() => bridge.outbox.retry({ only: this.#entry(connection) }));
  }

  /** Takes over what the service made of it. */
  async takeAnswer(connection: Connection): Promise<boolean> {
    const take = () => bridge.outbox.takeAnswer(this.#place(connection));
    return outbox.act(() => this.#open.changeBy(take));
  }

  /** Takes what came of the last try off the screen. */
  async dismiss(connection: Connection): Promise<void> {
    dismissed.set(this.#key(connection), this.itemAt(connection)?.asked);
    this.#forgetAnswer(connection.id);
    await outbox.act(() => bridge.outbox.dismiss(this.#place(connection)));
  }

  /** Whether what came of the entry in the outbox was taken off the screen. */
  isDismissed(connection: Connection): boolean {
    const key = this.#key(connection);
    return dismissed.has(key) && dismissed.get(key) === this.itemAt(connection)?.asked;
  }

  /** Takes it off the screen that it could not be queued. */
  dismissRefusal({ id }: Connection): void {
    this.#forgetRefusal(id);
  }

  /** What its entry is called: it may be another connection's to the same workspace. */
  #entry(connection: Connection): { themeId: string; connectionId: string } {
    const { connectionId } = this.itemAt(connection) ?? this.#place(connection);
    return { themeId: this.#open.id, connectionId };
  }

  /** It could not be queued for one of those that it was to be published to. */
  #refuse(
    { connectionId, problem, asked }: Queued['problems'][number],
    to: readonly Connection[],
  ): void {
    // Where main never got to it, all that is in the outbox was asked for before.
    const refusal = { problem, asked: asked ?? this.#askedAt(connectionId) };
    this.#refusals = new Map([...this.#refusals, [connectionId, refusal]]);
    // The studio shows it of the connection in use alone.
    if (!this.#isLeft && connections.current?.id === connectionId) return;
    const name = this.#open.said?.name ?? '';
    const label = to.find(({ id }) => id === connectionId)?.label ?? '';
    reportUnsent(new ProblemError(problem), m.outbox_unsent({ name, label }));
  }

  #key({ id }: Connection): string {
    return JSON.stringify([this.#open.id, id]);
  }

  #place({ id }: Connection): { themeId: string; connectionId: string } {
    return { themeId: this.#open.id, connectionId: id };
  }

  /** What was asked for since, also from elsewhere in the window, is in the outbox. */
  #dropOvertaken(): void {
    for (const [connectionId, { asked }] of this.#refusals) {
      if (this.#askedAt(connectionId) > asked) this.#forgetRefusal(connectionId);
    }
  }

  /** The number of what is in the outbox for there; 0: nothing is. */
  #askedAt(connectionId: string): number {
    return outbox.find({ themeId: this.#open.id, connectionId })?.asked ?? 0;
  }

  #forgetRefusal(connectionId: string): void {
    if (!this.#refusals.has(connectionId)) return;
    this.#refusals = new Map([...this.#refusals].filter(([id]) => id !== connectionId));
  }

  #forgetAnswer(connectionId: string): void {
    this.#answers = new Map([...this.#answers].filter(([id]) => id !== connectionId));
  }

  #hear({ connectionId, result }: PublishAnswered): void {
    this.#forgetAnswer(connectionId);
    if (result) this.#answers = new Map([...this.#answers, [connectionId, result]]);
  }
}

/**
 * By field, as far as that can be told: services name a field by its whole path in the body, by its
 * path in the theme, or not at all.
 */
export function issuesByField(issues: readonly ServiceIssue[]): Map<ThemeField | 'name', string> {
  const found = new Map<ThemeField | 'name', string>();
  for (const { path, message } of issues) {
    if (path === undefined) continue;
    const inTheme = path.replace(/^(?:body\.)?(?:theme\.)?/u, '');
    const named = inTheme === 'chat.roundness' ? 'roundness' : inTheme;
    const field = [...themeFieldNames, 'name' as const].find((each) => each === named);
    if (field === undefined) continue;
    const before = found.get(field);
    found.set(field, before === undefined ? message : `${before} ${message}`);
  }
  return found;
}
