/** What is typed, chosen, sent and said while the launcher is shown. */
import { SvelteSet } from 'svelte/reactivity';
import { m } from '@shared/messages/messages';
import type { ShownShortcut } from '@shared/previews';
import { bridge } from '../bridge';
import { report } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { announce } from '../ui/announce.svelte';
import {
  endMessage,
  problemMessage,
  questionText,
  withTime,
  type LauncherMessage,
} from './launcher-message';

/** A first recipient, waiting for a person's word. */
export interface RecipientQuestion {
  readonly shortcut: ShownShortcut;
  /** What the connection is called. */
  readonly label: string;
  /** Where it leads as it is asked; the answer is of no other place. */
  readonly place: string;
}

export class LauncherSession {
  #query = $state('');
  /**
   * Nothing is chosen after something was sent: another Enter must not send it again. Empty where a number was
   * pressed that no shortcut has.
   */
  chosenId = $state.raw<string | null>(null);
  /** Each line is changed by what it is of, and by nothing else. */
  #messages = $state.raw<readonly LauncherMessage[]>([]);
  /** Asked one after the other: none takes the place of another. */
  #questions = $state.raw<readonly RecipientQuestion[]>([]);
  #lastLine = 0;
  /** The last line that was there before the launcher was shown: who reads it need not know whose it is. */
  #lastBefore = 0;
  readonly #underWay = new SvelteSet<string>();

  readonly query: string = $derived(this.#query);
  readonly messages: readonly LauncherMessage[] = $derived(this.#messages);
  readonly question: RecipientQuestion | null = $derived(this.#questions[0] ?? null);
  /** The row that is marked: what a person is asked about, or else what is chosen. */
  readonly markedId: string | null = $derived(this.question?.shortcut.id ?? this.chosenId);
  /** The shortcuts whose name has what is typed. */
  readonly shown: readonly ShownShortcut[] = $derived(
    shortcuts.list.filter(({ name }) =>
      name.toLowerCase().includes(this.#query.trim().toLowerCase()),
    ),
  );
  readonly chosen: ShownShortcut | null = $derived(
    this.shown.find(({ id }) => id === this.chosenId) ?? null,
  );

  /** The launcher is shown, again or for the first time. */
  begin(): void {
    this.#query = '';
    this.#messages = [];
    this.#lastBefore = this.#lastLine;
    this.#questions = [];
    this.chosenId = shortcuts.list[0]?.id ?? null;
  }

  search(query: string): void {
    this.#query = query;
    this.chosenId = this.shown[0]?.id ?? null;
  }

  /** Chooses by the number in the list. Where none has it, nothing else stays chosen in its place. */
  chooseNumber(number: number): void {
    this.chosenId = shortcuts.list[number - 1]?.id ?? '';
    if (this.chosenId === '') announce(m.launcher_no_match());
  }

  /** Chooses the next or the one before, round the ends. */
  step(by: 1 | -1): void {
    const at = this.shown.findIndex(({ id }) => id === this.chosenId);
    const next = at === -1 ? (by === 1 ? 0 : this.shown.length - 1) : at + by;
    this.chosenId = this.shown[(next + this.shown.length) % this.shown.length]?.id ?? null;
  }

  /** A line with its recipient, where it could be taken for another one's. */
  textOf({ id, to, tone, text, sent }: LauncherMessage): string {
    if (sent && shortcuts.isInLine(sent)) return m.launcher_in_line({ to: sent.to });
    const isPlain =
      tone === 'underWay' || to === null || (this.#messages.length < 2 && id > this.#lastBefore);
    return isPlain ? text : m.launcher_said_of({ to, text });
  }

  /**
   * Starts a preview. The first one to a recipient becomes a question. What came of it main hears, too: nobody
   * reads it here once the launcher was put away. Never rejects.
   */
  async send(shortcut: ShownShortcut, confirmedPlace?: string): Promise<void> {
    const { id, connectionId, botId, to, startGroupId } = shortcut;
    this.chosenId = null;
    const line = { id: this.#newLine(), to };
    const already = { tone: 'warn', text: m.launcher_already() } as const;
    if (this.#underWay.has(id)) return this.#tell({ ...line, ...already });
    this.#underWay.add(id);
    const sent = { connectionId, botId, to };
    this.#tell({ ...line, tone: 'underWay', text: m.launcher_sending({ to }), sent });
    try {
      const form = { ...sent, startGroupId };
      const run = await bridge.previews.start({ ...form, confirmedPlace, isOfLauncher: true });
      bridge.launcher.ended(run).catch(report);
      const end = endMessage(run);
      if (end) this.#tell({ ...line, ...end });
    } catch (error) {
      const problem = problemOf(error);
      bridge.launcher.refused(problem).catch(report);
      if (problem.code === 'newRecipient') {
        this.#messages = this.#messages.filter((one) => one.id !== line.id);
        this.#questions = [...this.#questions, { shortcut, ...problem }];
        if (this.#questions.length === 1) this.#announceQuestion();
      } else if (problem.code === 'alreadyUnderWay') this.#tell({ ...line, ...already });
      else this.#tell({ ...line, ...problemMessage(problem) });
    } finally {
      this.#underWay.delete(id);
    }
  }

  /** Takes the question away, and asks the next one; with `yes`, what was asked about is sent. */
  answer(yes: boolean): void {
    const [asked, ...others] = this.#questions;
    this.#questions = others;
    this.chosenId = null;
    if (yes && asked) void this.send(asked.shortcut, asked.place);
    this.#announceQuestion();
  }

  #announceQuestion(): void {
    const { question } = this;
    if (!question) return;
    announce(questionText(question));
  }

  /** The number of a new line; what has ended makes room for it. */
  #newLine(): number {
    this.#messages = this.#messages.filter(({ tone }) => tone === 'underWay');
    this.#lastLine += 1;
    return this.#lastLine;
  }

  #tell(told: LauncherMessage): void {
    const line = withTime(told);
    const isThere = this.#messages.some(({ id }) => id === line.id);
    this.#messages = isThere
      ? this.#messages.map((one) => (one.id === line.id ? line : one))
      : [...this.#messages, line];
    announce(this.textOf(line));
  }
}
