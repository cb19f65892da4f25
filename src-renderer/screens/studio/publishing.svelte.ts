/* eslint-disable svelte/prefer-svelte-reactivity -- The maps are replaced as a whole, never changed. */
/** Publishing the open theme, and what came of it. What is queued and what was answered is main's. */
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { OutboxItem, PublishAnswered, PublishResult, PublishTarget } from '@shared/publishing';
import type { ServiceIssue } from '@shared/service/answers';
import { themeFieldNames } from '@shared/theme/field-names';
import type { ThemeField } from '@shared/theme/fields';
import { bridge, onEvent } from '../../bridge';
import { connections } from '../../state/connections.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { report, reportUnsent } from '../../ui/report';
import { problemOf } from '../../ui/reports.svelte';

export class ThemePublishing {
  readonly #open: OpenThemeState;
  /** Those that main was asked for, and has not said to be queued. */
  #queueing = $state.raw<readonly PublishTarget[]>([]);
  /** The theme was left. */
  #isLeft = false;
  #problems = $state.raw<ReadonlyMap<string, Problem>>(new Map());
  #answers = $state.raw<ReadonlyMap<string, PublishResult>>(new Map());

  constructor(open: OpenThemeState) {
    this.#open = open;
  }

  /** Listens first, then asks what came of earlier tries. Returns the end. */
  start(): () => void {
    const end = onEvent('outbox.answered', (answered) => {
      if (answered.themeId === this.#open.id) this.#hear(answered);
    });
    void bridge.outbox
      .answers({ themeId: this.#open.id })
      .then((answers) => {
        for (const answered of answers) this.#hear(answered);
      })
      .catch(report);
    return () => {
      this.#isLeft = true;
      end();
    };
  }

  /** What came of the last try, until the next one or until it was dismissed. */
  resultAt({ id }: Connection): PublishResult | null {
    return this.#answers.get(id) ?? null;
  }

  /** Why it could not even be queued. */
  problemAt({ id }: Connection): Problem | null {
    return this.#problems.get(id) ?? null;
  }

  /** Its entry in the outbox. */
  itemAt({ id }: Connection): OutboxItem | undefined {
    return outbox.find({ themeId: this.#open.id, connectionId: id });
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
   */
  async publish(...to: readonly Connection[]): Promise<void> {
    const wanted = to.map((connection) => this.#place(connection));
    for (const { id } of to) this.#forget(id);
    this.#queueing = [...this.#queueing, ...wanted];
    try {
      const { problems } = await bridge.outbox.publish({
        themeIds: [this.#open.id],
        connectionIds: wanted.map(({ connectionId }) => connectionId),
      });
      for (const each of problems) this.#refuse(each, to, new ProblemError(each.problem));
    } catch (error) {
      for (const each of wanted) this.#refuse(each, to, error);
    } finally {
      this.#queueing = this.#queueing.filter((other) => !wanted.includes(other));
    }
  }

  /** Takes it out of the queue, or stops waiting for the answer. */
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
    this.#forget(connection.id);
    await outbox.act(() => bridge.outbox.dismiss(this.#place(connection)));
  }

  /** What its entry is called: it may be another connection's to the same workspace. */
  #entry(connection: Connection): { themeId: string; connectionId: string } {
    const { connectionId } = this.itemAt(connection) ?? this.#place(connection);
    return { themeId: this.#open.id, connectionId };
  }

  /** It could not be queued for one of those that it was to be published to. */
  #refuse({ connectionId }: PublishTarget, to: readonly Connection[], error: unknown): void {
    this.#problems = new Map([...this.#problems, [connectionId, problemOf(error)]]);
    // The studio shows it of the connection in use alone.
    if (!this.#isLeft && connections.current?.id === connectionId) return;
    const name = this.#open.said?.name ?? '';
    const label = to.find(({ id }) => id === connectionId)?.label ?? '';
    reportUnsent(error, m.outbox_unsent({ name, label }));
  }

  #place({ id }: Connection): { themeId: string; connectionId: string } {
    return { themeId: this.#open.id, connectionId: id };
  }

  #forget(connectionId: string): void {
    this.#problems = new Map([...this.#problems].filter(([id]) => id !== connectionId));
    this.#answers = new Map([...this.#answers].filter(([id]) => id !== connectionId));
  }

  #hear({ connectionId, result }: PublishAnswered): void {
    this.#forget(connectionId);
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
