/**
 * The theme that is open in the studio. What is typed shows at once and goes to main at once; main's
 * answer counts. Edits that main has not answered yet are kept apart and laid over what it last
 * said, so that an answer to an older edit never takes back a newer one.
 */
import type { LibraryChange, OpenTheme, SaveState } from '@shared/library';
import type { Problem } from '@shared/problem';
import { isNoTheme, ProblemError } from '@shared/problem-error';
import { isSendable } from '@shared/sendable-text';
import { changeThemeField } from '@shared/theme/field-access';
import type { ThemeEdit } from '@shared/theme/fields';
import type { Theme } from '@shared/theme/theme';
import { m } from '@shared/messages/messages';
import { bridge, onEvent } from '../bridge';
import { toast } from '../ui/toast';
import { report } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';
import { WhileHeld } from './while-held';

/** Edits that main has not answered yet. */
interface Pending {
  readonly edits: readonly ThemeEdit[];
}

/** One open theme, kept in step with main. Made for an id and ended with the screen. */
export class OpenThemeState {
  readonly id: string;
  // Raw: replaced as a whole by each answer.
  #said = $state.raw<OpenTheme | null>(null);
  #pending = $state.raw<readonly Pending[]>([]);
  /** What was typed and can't be sent: it is shown as typed, and never reaches main. */
  #unsendable = $state.raw<readonly ThemeEdit[]>([]);
  /** Main has it, and makes it once the theme's file is back. */
  #waiting = $state.raw<readonly ThemeEdit[]>([]);
  #problem = $state.raw<Problem | null>(null);
  #isGone = $state(false);
  #isRemovedHere = false;
  #isEnded = false;
  #isTold = false;
  #namings = 0;
  /** The last edit of each field that went to main. */
  #newest: Readonly<Record<string, Pending>> = {};
  #last: Promise<unknown> = Promise.resolve();
  #changing: Promise<void> | undefined;
  readonly #held = new WhileHeld();
  #theme = $derived.by(() => {
    if (!this.#said) return null;
    let theme: Theme = this.#said.theme;
    for (const { edits } of this.#pending) theme = edits.reduce(changeThemeField, theme);
    return [...this.#waiting, ...this.#unsendable].reduce(changeThemeField, theme);
  });

  constructor(id: string) {
    this.id = id;
  }

  /** What main last said; `null` until it answered. Its `theme` can be behind what is shown. */
  get said(): OpenTheme | null {
    return this.#said;
  }

  /** The theme as it is shown: with what was just typed. */
  get theme(): Theme | null {
    return this.#theme;
  }

  /** Why it could not be opened, or is gone. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /**
   * Others took its file out of the library, or left nothing there that can be read; `problem` says
   * which. What was there last is shown, and until it is put back there is nothing to edit.
   */
  get isGone(): boolean {
    return this.#isGone;
  }

  get isReadOnly(): boolean {
    return this.#isGone || (this.#said?.isReadOnly ?? true);
  }

  /** The fields whose text can't be sent, and so is not kept. */
  get unsendable(): readonly ThemeEdit['field'][] {
    return this.#unsendable.map(({ field }) => field);
  }

  get canUndo(): boolean {
    const isEdited = this.#pending.length > 0 || this.#unsendable.length > 0;
    return !this.isReadOnly && (isEdited || (this.#said?.canUndo ?? false));
  }

  get canRedo(): boolean {
    return !this.isReadOnly && this.#pending.length === 0 && (this.#said?.canRedo ?? false);
  }

  /** The places in the theme that the next undo changes: the newest edit's, also unanswered. */
  get undoes(): readonly string[] {
    if (this.#unsendable.length > 0) return this.unsendable;
    const newest = this.#pending[this.#pending.length - 1];
    return newest?.edits.map(({ field }) => field) ?? this.#said?.undoes ?? [];
  }

  /** The places in the theme that the next redo changes. */
  get redoes(): readonly string[] {
    return this.#said?.redoes ?? [];
  }

  /** Whether what is shown is on the disk: not before main has every edit and says so. */
  get save(): SaveState | null {
    if (this.#unsendable.length > 0) {
      const fields = this.unsendable.map((field) => ({ field, reason: 'unsendableText' as const }));
      return { kind: 'failed', problem: { code: 'invalidFields', fields } };
    }
    if (this.#pending.length > 0) return { kind: 'saving' };
    return this.#said?.save ?? null;
  }

  /** Listens first, then opens. Returns the end. */
  start(): () => void {
    const ends = [
      onEvent('library.themeChanged', (open) => {
        if (open.id === this.id) this.#hear(open);
      }),
      onEvent('library.changed', (change) => this.#follow(change)),
    ];
    void this.refresh();
    return () => {
      for (const end of ends) end();
      this.#isEnded = true;
      this.#held.end();
      if (this.#waiting.length > 0) this.#tellOfWaiting();
    };
  }

  /** Asks main for the theme. A failure is kept in `problem`. */
  async refresh(): Promise<void> {
    try {
      this.#hear(await bridge.library.open({ id: this.id }));
      this.#isRead();
    } catch (error) {
      this.#isNotRead(error);
    }
  }

  /**
   * Changes fields, on screen at once. Edits with the same `gesture` are one step for undo. A refusal
   * is reported, and the theme shows what main has. Text that can't be sent stays in its field, named
   * in `unsendable`, and goes no further.
   */
  edit(changes: ThemeEdit[], gesture?: string): void {
    if (this.isReadOnly) return;
    const held = changes.filter(({ value }) => typeof value === 'string' && !isSendable(value));
    const others = this.#unsendable.filter(
      ({ field }) => !changes.some((change) => change.field === field),
    );
    this.#unsendable = [...others, ...held];
    const edits = changes.filter((change) => !held.includes(change));
    if (edits.length > 0) this.#give(edits, gesture);
  }

  /** As `edit`; while its file is away the change waits for that, also when its field is gone. */
  editOrWait(changes: ThemeEdit[], gesture?: string): void {
    if (this.#isGone) this.#editLater(changes, gesture);
    else this.edit(changes, gesture);
  }

  /** Takes the last step back. */
  undo(): void {
    if (this.#unsendable.length > 0) this.#unsendable = [];
    else if (this.canUndo || this.#changing) this.#takeStep(bridge.library.undo({ id: this.id }));
  }

  /** Does the last step again that was taken back. */
  redo(): void {
    if (this.canRedo) this.#takeStep(bridge.library.redo({ id: this.id }));
  }

  /**
   * Gives the theme another name; where its file has just gone away, once that is back, which is told. Gives whether it
   * has that name. Rejects with a `ProblemError`.
   */
  async rename(name: string): Promise<boolean> {
    this.#namings += 1;
    const naming = this.#namings;
    try {
      await bridge.library.rename({ id: this.id, name });
    } catch (error) {
      if (!this.#hasJustGone(error)) throw error;
      // A newer name is not followed by this one.
      if (naming !== this.#namings) return false;
      await bridge.library.renameLater({ id: this.id, name });
      if (this.#said) toast(m.library_change_waits({ name: this.#said.name }));
      await this.refresh();
      return false;
    }
    await this.refresh();
    return true;
  }

  /**
   * Moves it to the bin; resolves with what it is there, or with nothing where it is not: its file is away, or
   * that was stopped before its turn. Rejects with a `ProblemError`.
   */
  async remove(): Promise<string[] | undefined> {
    this.#isRemovedHere = true;
    try {
      const { ids, entries } = await bridge.library.remove({ ids: [this.id] });
      if (ids.length > 0) return entries;
    } catch (error) {
      this.#isRemovedHere = false;
      throw error;
    }
    this.#isRemovedHere = false;
    // That it went away was told meanwhile, and taken for this.
    this.#isGone = true;
    await this.#lookAgain();
    return undefined;
  }

  /**
   * Has main change the theme otherwise than by an edit, and shows what it is then. Rejects as `work` does. Main does what
   * is asked next with what is there then.
   */
  changeBy(work: () => Promise<unknown>): Promise<void> {
    const changing = work().then(() => this.refresh());
    this.#changing = changing;
    const end = (): void => {
      if (this.#changing === changing) this.#changing = undefined;
    };
    // Whoever asks for it says what went wrong.
    this.#waitFor(changing.then(end, end));
    return changing;
  }

  /** Waits until main has answered everything that was asked so far. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Main may answer it later than what is asked after it. Must not reject. */
  #waitFor(answer: Promise<unknown>): void {
    const before = this.#last;
    this.#last = answer.then(() => before);
  }

  /** Whether the theme went away with a change of the library; any later one may bring it back. */
  #follow({ removed }: LibraryChange): void {
    if (this.#isRemovedHere) return;
    if (removed.includes(this.id)) this.#isGone = true;
    if (this.#isGone || this.#problem) void this.#lookAgain();
  }

  /** Why it is gone; or it was put back, and its versions may be counted from one again. */
  async #lookAgain(): Promise<void> {
    try {
      this.#said = await bridge.library.open({ id: this.id });
      this.#isRead();
      this.#isGone = false;
      this.#waiting = [];
    } catch (error) {
      this.#isNotRead(error);
    }
  }

  #isRead(): void {
    this.#problem = null;
    this.#held.end();
  }

  #isNotRead(error: unknown): void {
    const problem = problemOf(error);
    this.#problem = problem;
    if (this.#isEnded) return;
    this.#held.failed(problem, () => {
      void (this.#isGone ? this.#lookAgain() : this.refresh());
    });
  }

  /** Once: several fields may go with the screen. */
  #tellOfWaiting(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    if (this.#said) toast(m.library_change_waits({ name: this.#said.name }));
  }

  #editLater(edits: ThemeEdit[], gesture?: string): void {
    this.#waiting = [...this.#waiting, ...edits];
    if (this.#isEnded) this.#tellOfWaiting();
    const name = this.#said?.name ?? '';
    this.#waitFor(
      bridge.library
        .editLater({ id: this.id, name, edits, ...(gesture === undefined ? {} : { gesture }) })
        .catch(report),
    );
  }

  #give(edits: ThemeEdit[], gesture?: string): void {
    const pending: Pending = { edits };
    this.#pending = [...this.#pending, pending];
    for (const { field } of edits) this.#newest = { ...this.#newest, [field]: pending };
    const done = () => {
      this.#pending = this.#pending.filter((other) => other !== pending);
    };
    const given = bridge.library
      .edit({ id: this.id, edits, ...(gesture === undefined ? {} : { gesture }) })
      .then((open) => {
        done();
        this.#hear(open);
      })
      .catch((error: unknown) => {
        done();
        if (!this.#hasJustGone(error)) return report(error);
        this.#isGone = true;
        // The file may have been back for a newer one.
        const newest = edits.filter(({ field }) => this.#newest[field] === pending);
        if (newest.length > 0) this.#editLater(newest, gesture);
        return this.#lookAgain();
      });
    this.#waitFor(given);
  }

  /** Whether main refused because the file went away, which this window is only about to hear. */
  #hasJustGone(error: unknown): boolean {
    return !this.#isRemovedHere && isNoTheme(error);
  }

  #takeStep(asked: Promise<OpenTheme>): void {
    const step = asked
      .then((open) => this.#hear(open))
      .catch((error: unknown) => {
        // Two quick presses for the last step: the second finds nothing, which is no news.
        if (error instanceof ProblemError && error.problem.code === 'nothingToUndo') return;
        report(error);
      });
    this.#waitFor(step);
  }

  #hear(open: OpenTheme): void {
    // Events and answers overtake each other; the version tells which is newer. Saving does not
    // change the version, so the same one counts too.
    if (!this.#said || open.version >= this.#said.version) this.#said = open;
  }
}
