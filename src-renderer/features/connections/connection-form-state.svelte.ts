/** The connection form at work: what main is asked of a draft, and what it answered. */
import type { Connection, ConnectionCheck } from '@shared/connection';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { fieldReasonText } from '@shared/problem-text';
import { bridge } from '../../bridge';
import { report, reportUnsent } from '../../ui/report';
import { problemOf } from '../../ui/reports.svelte';
import { toast } from '../../ui/toast';
import { connections } from '../../state/connections.svelte';
import { checkText, type CheckText } from './check-text';
import { colours } from './colour-names';
import { ConnectionDraft, type FormField } from './connection-draft.svelte';
import { isKeychainProblem } from './keychain-problem';
import { forgetUnfinished, keepUnfinished, unfinishedConnection } from './unfinished-connection';

/** What main is being asked for. */
type Work = 'save' | 'check' | 'connect';

/** Where the token goes. */
type Keep = 'keychain' | 'session';

/** What the form on screen does when main has answered. */
interface FormView {
  /** Brings the first field that was refused before a person's eyes. */
  readonly showRefusals: () => Promise<void>;
  readonly showNotice: () => Promise<void>;
  /** The connection is stored, under this id. */
  readonly done: (id: string) => void;
}

export class ConnectionFormState {
  readonly draft: ConnectionDraft;
  readonly #view: FormView;
  #wasSubmitted = $state(false);
  /** Its form is gone, or goes now. */
  #isOver = false;
  /** Main has it, and has not stored it yet. */
  #isBeingStored = false;
  /** It was to be saved, and its form went by another way than Cancel. */
  #isGoneUnsaved = false;
  #busy = $state<Work | null>(null);
  #failed = $state.raw<{ what: Work; of: string; problem: Problem } | null>(null);
  #check = $state.raw<{ of: string; answer: ConnectionCheck } | null>(null);

  /** @param connection the one that is edited, as it is now; `undefined` for a new one */
  constructor(connection: Connection | undefined, view: FormView) {
    this.draft = connection ? new ConnectionDraft(connection) : newDraft();
    this.#view = view;
  }

  /**
   * The form is gone, with what was entered neither stored nor cancelled: it is kept for the next form, and
   * nobody is given another connection for what went on meanwhile.
   */
  leave(): void {
    if (this.#isOver) return;
    const { saved, input } = this.draft;
    const isAsked = this.#busy === 'connect' || this.#busy === 'save';
    this.#end();
    if (saved) {
      this.#isGoneUnsaved = isAsked;
      return;
    }
    keepUnfinished(input);
    if (isAsked) toast(m.connections_left({ label: input.label }));
  }

  /** What was entered is not wanted. */
  cancel(): void {
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    // Whatever still knows this form, the token doesn't stay with it.
    this.draft.token = '';
    this.#check = null;
    this.#failed = null;
    if (!this.draft.saved) forgetUnfinished();
    // A locked keychain can keep main waiting, and would have it stored when it is unlocked.
    if (this.#isBeingStored) bridge.connections.giveUp().catch(report);
  }

  /** Another connection may have been entered, and kept, since this form was left: that one stays. */
  #forgetOwn(): void {
    const kept = JSON.stringify(unfinishedConnection());
    if (kept === JSON.stringify(this.draft.input)) forgetUnfinished();
  }

  get busy(): Work | null {
    return this.#busy;
  }

  /** What went wrong, apart from refused fields; of the keychain, said of what was asked, as what a check found is. */
  get problem(): Problem | null {
    const failed = this.#failed;
    if (!failed || (isKeychainProblem(failed.problem) && failed.of !== this.draft.checked)) {
      return null;
    }
    return failed.problem;
  }

  /** Whether only the keychain stood in the way of storing what is entered: `storeAgain` can do it otherwise. */
  get isLeftToKeychain(): boolean {
    return (
      this.problem !== null && isKeychainProblem(this.problem) && this.#failed?.what !== 'check'
    );
  }

  /** What the check found; said of what was asked, not of what was typed since. */
  get found(): CheckText | null {
    return this.#check?.of === this.draft.checked
      ? checkText(this.#check.answer, this.draft.presentation)
      : null;
  }

  get tokenHint(): string {
    const { leavesTokenBehind, saved } = this.draft;
    if (leavesTokenBehind) return m.connections_token_left_behind({ host: saved?.host ?? '' });
    if (!saved || saved.tokenState === 'notNeeded') return m.connections_token_hint();
    return saved.tokenState === 'missing'
      ? m.connections_token_missing_hint()
      : m.connections_token_keep_hint();
  }

  /** Why a field was refused. */
  errorOf(field: FormField): string | undefined {
    const reason = this.draft.reasons[field];
    // It is empty because the stored one stays behind: of the two, that is what a person didn't know.
    if (field === 'token' && reason === 'required' && this.draft.leavesTokenBehind) {
      return this.tokenHint;
    }
    return reason && fieldReasonText(reason);
  }

  /** A person went on to another field: this one is looked at again, once all of them were. */
  left(field: FormField): void {
    if (this.#wasSubmitted) this.draft.recheck(field);
  }

  /** Whether what was checked can be added all the same, at a person's word. */
  get canAddAnyway(): boolean {
    return this.found !== null && !this.draft.saved && this.#check?.answer.verdict !== 'good';
  }

  /** Stores the connection, as it is entered. */
  save(keep: Keep = 'keychain'): Promise<void> {
    return this.#ask('save', () => this.#store(keep));
  }

  /** Adds the connection where the check is good; otherwise says what was found, and waits. */
  connect(keep: Keep = 'keychain'): Promise<void> {
    const check = this.#check;
    const good = check?.of === this.draft.checked && check.answer.verdict === 'good' ? check : null;
    return this.#ask('connect', async () => {
      // It stays known when the keychain doesn't take the token, however often.
      this.#check = good;
      if (!good && !(await this.#lookAt())) return;
      // It was cancelled or left while it was checked.
      if (this.#isOver) return;
      const hasToken = this.draft.presentation !== 'none';
      await this.#store(keep, hasToken ? m.connections_connected : m.connections_connected_without);
    });
  }

  /** Stores what the keychain stood in the way of: as it was checked, or as a person would have it all the same. */
  storeAgain(keep: Keep): Promise<void> {
    return this.#failed?.what === 'connect' ? this.connect(keep) : this.save(keep);
  }

  /** Has the service asked whether it takes what is entered. */
  checkConnection(): Promise<void> {
    return this.#ask('check', async () => {
      if (await this.#lookAt()) await this.#view.showNotice();
    });
  }

  /** @param said what is told when it is stored */
  async #store(keep: Keep, said?: (of: { label: string }) => string): Promise<void> {
    const { saved, input, givenToken } = this.draft;
    const call = { input, ...givenToken, keep };
    const { label } = input;
    let id: string;
    this.#isBeingStored = true;
    try {
      if (saved) await bridge.connections.edit({ ...call, id: saved.id });
      id = saved?.id ?? (await bridge.connections.add(call)).id;
    } finally {
      this.#isBeingStored = false;
    }
    // It was cancelled or left when main had stored it: whoever did so is somewhere else now.
    if (this.#isOver) {
      if (!saved) this.#forgetOwn();
      return toast(m.connections_stored_already({ label }));
    }
    this.#end();
    this.#view.done(id);
    if (said) toast(said({ label }));
  }

  /** What the check finds is said, unless it is good; whether it is, of what is entered now. */
  async #lookAt(): Promise<boolean> {
    const { draft } = this;
    const of = draft.checked;
    const answer = await bridge.connections.check({
      input: draft.input,
      ...draft.givenToken,
      ...(draft.saved ? { id: draft.saved.id } : {}),
    });
    this.#check = { of, answer };
    const isGood = answer.verdict === 'good' && of === draft.checked;
    if (!isGood) await this.#view.showNotice();
    return isGood;
  }

  /** Asks main, one thing at a time, once every field says something. Never rejects. */
  async #ask(what: Work, call: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#failed = null;
    this.#check = null;
    if (!this.draft.check()) return this.#refuse();
    this.#busy = what;
    const of = this.draft.checked;
    try {
      await call();
    } catch (error) {
      await this.#fail(what, of, error);
    } finally {
      this.#busy = null;
    }
  }

  #refuse(): Promise<void> {
    this.#wasSubmitted = true;
    return this.#view.showRefusals();
  }

  async #fail(what: Work, of: string, error: unknown): Promise<void> {
    if (this.#isOver) {
      // Nobody wants it any more, or it is kept for the next form, which was told.
      if (!this.#isGoneUnsaved) return;
      reportUnsent(error, m.connections_not_saved({ label: this.draft.input.label }));
      return;
    }
    const problem = problemOf(error);
    if (this.draft.refuse(problem)) return this.#refuse();
    this.#failed = { what, of, problem };
    await this.#view.showNotice();
  }
}

/** What was entered before, or an empty one in a colour that no connection has. */
function newDraft(): ConnectionDraft {
  const draft = new ConnectionDraft(undefined, unfinishedConnection());
  if (unfinishedConnection() === undefined) {
    const taken = new Set(connections.list.map(({ colour }) => colour));
    draft.colour = colours.find((colour) => !taken.has(colour)) ?? draft.colour;
  }
  return draft;
}
