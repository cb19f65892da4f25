/**
 * Previews as the window shows them: the history that main keeps, and the form, which stays as it
 * is typed while the window lives and begins with what was last started.
 */
import { isSentAlike } from '@shared/preview-fields';
import type { PreviewFields } from '@shared/previews';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { fieldProblem } from '@shared/problem-text';
import type { PreviewRun, Previews as Snapshot } from '@shared/sending';
import { bridge, onEvent } from '../bridge';
import { report, reportUnsent } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';
import { accessOf, isOfToken } from './token-failure';

/** Each connection's form, kept while the window lives. */
const typed: Record<string, PreviewFields> = {};

/** The connections whose forms main could not keep, because it could not read its file. */
let unkept: readonly string[] = [];
let endOfWaiting: (() => void) | undefined;

/** With each key, because nobody asks the window before Foyer quits. Never rejects. */
async function keepTyped(connectionId: string): Promise<void> {
  const fields = typed[connectionId];
  if (!fields) return;
  try {
    await bridge.previews.saveDraft({ connectionId, fields });
  } catch (error) {
    report(error);
    if (problemOf(error).code !== 'storageNotRead') return;
    unkept = [...new Set([...unkept, connectionId])];
    endOfWaiting ??= onEvent('previews.changed', keepUnkept);
  }
}

/** Main has read its file, also where the screen was left meanwhile. */
function keepUnkept(): void {
  endOfWaiting?.();
  endOfWaiting = undefined;
  const all = unkept;
  unkept = [];
  for (const connectionId of all) void keepTyped(connectionId);
}

function fieldsOf({ input }: Pick<PreviewRun, 'input'>): PreviewFields {
  return { botId: input.botId, to: input.to, startGroupId: input.startGroupId ?? '' };
}

/** One press of the button: what was in the form then, and what came of that. */
interface Attempt {
  readonly fields: PreviewFields;
  /** What the connection was reached with then. */
  readonly access: number;
  /** `asking`: nothing leaves before a person's word about its recipient. */
  readonly result: 'starting' | 'asking' | { run: PreviewRun | null } | { problem: Problem };
}

function problemIn(attempt: Attempt | null): Problem | null {
  const result = attempt?.result;
  return typeof result === 'object' && 'problem' in result ? result.problem : null;
}

export class PreviewForm {
  readonly connectionId: string;
  #snapshot = $state.raw<Snapshot | null>(null);
  #fields = $state.raw<PreviewFields | null>(null);
  #attempt = $state.raw<Attempt | null>(null);
  /** Why main did not tell what there is. */
  #unread = $state.raw<Problem | null>(null);
  /** What an earlier run filled in, and what was last typed before that by hand. */
  #repeated: { readonly filled: PreviewFields; readonly typed: PreviewFields } | null = null;
  /** Its screen was left. */
  #isLeft = false;

  constructor(connectionId: string) {
    this.connectionId = connectionId;
    this.#fields = typed[connectionId] ?? null;
  }

  /** Newest first, of this connection alone; `null` until main has answered. */
  readonly history: readonly PreviewRun[] | null = $derived(
    this.#snapshot?.history.filter((run) => run.connectionId === this.connectionId) ?? null,
  );
  readonly fields: PreviewFields | null = $derived(this.#fields);
  /** The last press, as long as the form still says what was sent by it. */
  readonly #own: Attempt | null = $derived(
    this.#attempt && this.#fields && isSentAlike(this.#attempt.fields, this.#fields)
      ? this.#attempt
      : null,
  );
  /** What went wrong, apart from refused fields. */
  readonly problem: Problem | null = $derived.by(() => {
    const own = this.#own;
    const problem = problemIn(own) ?? this.#unread;
    if (!problem || problem.code === 'invalidFields') return null;
    return isOfToken(problem) && accessOf(this.connectionId) !== own?.access ? null : problem;
  });
  /** The run of what is in the form that is under way to where the connection leads now. */
  readonly #runUnderWay: PreviewRun | undefined = $derived(
    this.history?.find(
      ({ activityId, outcome, goesElsewhere, input }) =>
        outcome === null &&
        goesElsewhere !== true &&
        activityId !== this.shown?.activityId &&
        this.#fields !== null &&
        isSentAlike(input, this.#fields),
    ),
  );
  /** Whether one is under way there. */
  readonly isUnderWay: boolean = $derived(
    this.#own?.result === 'starting' || this.#runUnderWay !== undefined,
  );
  /** Whether it has not left. */
  readonly isInLine: boolean = $derived(this.#runUnderWay?.isInLine === true);
  /** How the last press ended: of what is in the form, never of what was there before. */
  readonly shown: PreviewRun | null = $derived.by(() => {
    const result = this.#own?.result;
    // Its own answer, and not what the list may still have of it: shown at once, the focus moves to it.
    return typeof result === 'object' && 'run' in result ? result.run : null;
  });

  /** Why a field was refused, as long as it says what was refused. */
  errorOf(field: keyof PreviewFields): string | undefined {
    if (this.#attempt?.fields[field] !== this.#fields?.[field]) return undefined;
    return fieldProblem(problemIn(this.#attempt), field);
  }

  /** Listens first, then takes the snapshot. Returns the end. */
  start(): () => void {
    const end = onEvent('previews.changed', (previews) => this.#take(previews));
    bridge.previews.list().then(
      (previews) => this.#take(previews),
      (error: unknown) => {
        this.#unread = problemOf(error);
        this.#fields ??= { botId: '', to: '', startGroupId: '' };
      },
    );
    return () => {
      this.#isLeft = true;
      end();
    };
  }

  /** Changes the form. */
  edit(change: Partial<PreviewFields>): void {
    if (!this.#fields) return;
    this.#fields = { ...this.#fields, ...change };
    typed[this.connectionId] = this.#fields;
    void keepTyped(this.connectionId);
  }

  /**
   * Fills the form with an earlier run. Sends nothing.
   *
   * @returns whether what was last typed by hand can be given back, because nothing else has that
   */
  repeat(run: PreviewRun): boolean {
    const typed = this.#replaced() ?? this.#fields;
    const filled = fieldsOf(run);
    this.#attempt = null;
    this.edit(filled);
    this.#repeated = typed && { filled, typed };
    return (
      typed !== null &&
      Object.values(typed).some((text) => text.trim() !== '') &&
      this.history?.every(({ input }) => !isSentAlike(input, typed)) === true
    );
  }

  /** Gives back what was last typed by hand; false where something else has been typed since. */
  giveBack(): boolean {
    const typed = this.#replaced();
    if (!typed) return false;
    this.#repeated = null;
    this.edit(typed);
    return true;
  }

  /** What was typed before the runs that have filled the form since, one after the other. */
  #replaced(): PreviewFields | null {
    const repeated = this.#repeated;
    const isUnedited = repeated && this.#fields && isSentAlike(this.#fields, repeated.filled);
    return isUnedited ? repeated.typed : null;
  }

  /**
   * Starts the preview, once; a second press meanwhile does nothing.
   *
   * @param confirm asks a person before the first one to a recipient
   */
  async send(
    confirm: (first: PreviewFields, label: string) => Promise<boolean>,
  ): Promise<PreviewRun | null> {
    if (!this.#fields || this.isUnderWay || this.#own?.result === 'asking') return null;
    const fields = { ...this.#fields };
    const access = accessOf(this.connectionId);
    let own: Attempt = { fields, access, result: 'starting' };
    this.#attempt = own;
    const become = (result: Attempt['result']) => {
      // A later press has its own end.
      if (this.#attempt === own) this.#attempt = own = { fields, access, result };
    };
    try {
      const run = await this.#startConfirmed(fields, async (first, label) => {
        become('asking');
        const yes = await confirm(first, label);
        if (yes) become('starting');
        return yes;
      });
      become({ run });
      return run;
    } catch (error) {
      become({ problem: problemOf(error) });
      // No history has it: where the form says something else by now, or is gone, it is told above.
      const isOnShow = !this.#isLeft && this.#own === own;
      if (!isOnShow) reportUnsent(error, m.previews_unsent({ to: fields.to }));
      return null;
    }
  }

  async #startConfirmed(
    fields: PreviewFields,
    confirm: (first: PreviewFields, label: string) => Promise<boolean>,
  ): Promise<PreviewRun | null> {
    const form = { connectionId: this.connectionId, ...fields };
    try {
      return await bridge.previews.start(form);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code !== 'newRecipient') throw error;
      if (!(await confirm({ ...fields, to: problem.to }, problem.label))) return null;
      return bridge.previews.start({ ...form, confirmedPlace: problem.place });
    }
  }

  /** Keeps what is in the form from leaving; if it has left by now, its answer is waited for. */
  hold(): void {
    this.#cancel(true);
  }

  /** Stops waiting for what is in the form; whether it arrived is then not known. */
  stopWaiting(): void {
    this.#cancel(false);
  }

  #cancel(ifInLine: boolean): void {
    if (!this.#fields) return;
    const { connectionId } = this;
    const { botId, to } = this.#fields;
    const activityId = this.#runUnderWay?.activityId;
    bridge.previews.cancel({ connectionId, botId, to, activityId, ifInLine }).catch(report);
  }

  #take(previews: Snapshot): void {
    if (this.#snapshot && previews.revision < this.#snapshot.revision) return;
    this.#snapshot = previews;
    // What it could not read as this was to be sent it has read by now.
    if (problemIn(this.#attempt)?.code === 'storageNotRead') this.#attempt = null;
    if (this.#unread) {
      // Main could not read it at the start, and has by now.
      this.#unread = null;
      this.#fields = typed[this.connectionId] ?? null;
    }
    if (this.#fields) return;
    const last = previews.history.find((run) => run.connectionId === this.connectionId);
    this.#fields =
      previews.drafts[this.connectionId] ??
      (last ? fieldsOf(last) : { botId: '', to: '', startGroupId: '' });
  }
}
