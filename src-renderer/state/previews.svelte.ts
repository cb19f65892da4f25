/**
 * Previews as the window shows them: the history that main keeps, and the form, which stays as it
 * is typed while the window lives and begins with what was last started.
 */
import type { PreviewFields } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { fieldProblem } from '@shared/problem-text';
import type { PreviewRun, Previews as Snapshot } from '@shared/sending';
import { bridge, onEvent } from '../bridge';
import { report } from './report';
import { problemOf } from './report.svelte';

/** A pause in typing after which main keeps the form, milliseconds. */
const keptAfter = 400;

/** Each connection's form, kept while the window lives. */
const typed: Record<string, PreviewFields> = {};

function fieldsOf({ input }: PreviewRun): PreviewFields {
  return { botId: input.botId, to: input.to, startGroupId: input.startGroupId ?? '' };
}

export class PreviewForm {
  readonly connectionId: string;
  #snapshot = $state.raw<Snapshot | null>(null);
  #fields = $state.raw<PreviewFields | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #shownId = $state.raw<string | null>(null);
  #isStarting = $state(false);
  #keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(connectionId: string) {
    this.connectionId = connectionId;
    this.#fields = typed[connectionId] ?? null;
  }

  /** Newest first, of this connection alone; `null` until main has answered. */
  readonly history: readonly PreviewRun[] | null = $derived(
    this.#snapshot?.history.filter((run) => run.connectionId === this.connectionId) ?? null,
  );
  readonly fields: PreviewFields | null = $derived(this.#fields);
  /** What went wrong, apart from refused fields. */
  readonly problem: Problem | null = $derived(
    this.#problem?.code === 'invalidFields' ? null : this.#problem,
  );
  /** Whether one is under way to the bot and recipient in the form. */
  readonly isUnderWay: boolean = $derived(
    this.#isStarting ||
      (this.history ?? []).some(
        ({ outcome, input }) =>
          outcome === null &&
          input.botId === this.#fields?.botId.trim() &&
          input.to === this.#fields.to.trim(),
      ),
  );
  /** The run that was started last since the screen opened, when it has ended. */
  readonly shown: PreviewRun | null = $derived(
    this.history?.find(({ activityId }) => activityId === this.#shownId) ?? null,
  );

  /** Why a field was refused. */
  errorOf(field: keyof PreviewFields): string | undefined {
    return fieldProblem(this.#problem, field);
  }

  /** Listens first, then takes the snapshot. Returns the end. */
  start(): () => void {
    const end = onEvent('previews.changed', (previews) => this.#take(previews));
    bridge.previews.list().then(
      (previews) => this.#take(previews),
      (error: unknown) => {
        this.#problem = problemOf(error);
        this.#fields ??= { botId: '', to: '', startGroupId: '' };
      },
    );
    return () => {
      end();
      this.#keepNow();
    };
  }

  /** Changes the form. */
  edit(change: Partial<PreviewFields>): void {
    if (!this.#fields) return;
    this.#fields = { ...this.#fields, ...change };
    typed[this.connectionId] = this.#fields;
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.#keepNow(), keptAfter);
    if (this.#problem?.code === 'invalidFields') {
      const fields = this.#problem.fields.filter(({ field }) => !(field in change));
      this.#problem = fields.length === 0 ? null : { code: 'invalidFields', fields };
    }
  }

  /** Fills the form with an earlier run. Sends nothing. */
  repeat(run: PreviewRun): void {
    this.#problem = null;
    this.edit(fieldsOf(run));
  }

  /** Has main keep what is typed, for the next start of the app. */
  #keepNow(): void {
    if (this.#keeping === undefined || !this.#fields) return;
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const { connectionId } = this;
    bridge.previews.saveDraft({ connectionId, fields: this.#fields }).catch(report);
  }

  /**
   * Starts the preview, once; a second press meanwhile does nothing.
   *
   * @param confirm asks a person before the first one to a recipient
   */
  async send(confirm: (to: string, label: string) => Promise<boolean>): Promise<PreviewRun | null> {
    if (!this.#fields || this.isUnderWay) return null;
    this.#isStarting = true;
    this.#problem = null;
    this.#shownId = null;
    try {
      const run = await this.#startConfirmed({ ...this.#fields }, confirm);
      this.#shownId = run?.activityId ?? null;
      return run;
    } catch (error) {
      this.#problem = problemOf(error);
      return null;
    } finally {
      this.#isStarting = false;
    }
  }

  async #startConfirmed(
    fields: PreviewFields,
    confirm: (to: string, label: string) => Promise<boolean>,
  ): Promise<PreviewRun | null> {
    const form = { connectionId: this.connectionId, ...fields };
    try {
      return await bridge.previews.start(form);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code !== 'newRecipient') throw error;
      if (!(await confirm(problem.to, problem.label))) return null;
      return bridge.previews.start({ ...form, isConfirmed: true });
    }
  }

  /** Stops waiting; whether it arrived is then not known. */
  cancel(): void {
    bridge.previews.cancel({ connectionId: this.connectionId }).catch(report);
  }

  #take(previews: Snapshot): void {
    if (this.#snapshot && previews.revision < this.#snapshot.revision) return;
    this.#snapshot = previews;
    if (this.#problem?.code === 'storageNotRead') {
      // Main could not read it at the start, and has by now.
      this.#problem = null;
      this.#fields = typed[this.connectionId] ?? null;
    }
    if (this.#fields) return;
    const last = previews.history.find((run) => run.connectionId === this.connectionId);
    this.#fields =
      previews.drafts[this.connectionId] ??
      (last ? fieldsOf(last) : { botId: '', to: '', startGroupId: '' });
  }
}
