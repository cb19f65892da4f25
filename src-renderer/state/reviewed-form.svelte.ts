/**
 * A form whose content main checks, a person reads, and main then sends once. The form is the
 * window's own: what main has of it is only read at the start, so that no event writes over what is
 * being typed.
 */
import { ProblemError } from '@shared/problem-error';
import { fieldProblem } from '@shared/problem-text';
import type { Problem } from '@shared/problem';
import type { Outcome } from '@shared/service/outcome';
import { problemOf } from '../ui/reports.svelte';
import { report, reportUnsent } from '../ui/report';
import { accessOf, isOfToken } from './token-failure';

/** Nothing left, and a person can put it right and send the same review then; else it is used up. */
const mendable: ReadonlySet<Problem['code']> = new Set([
  'tokenMissing',
  'tokenUnusable',
  'intentNotStored',
]);

/** What main knows of one connection's form, and of what was sent from it. */
interface FormSnapshot<Draft> {
  readonly connectionId: string;
  readonly revision: number;
  readonly draft: Draft;
}

/** What came of one sending. */
interface Sent {
  readonly activityId: string;
  readonly outcome: Outcome | null;
}

/** The calls of main that a form is made of. */
interface FormCalls<Snapshot, Draft, Review, Result> {
  /** Hears main's changes; gives the end. */
  readonly onChanged: (take: (snapshot: Snapshot) => void) => () => void;
  readonly state: () => Promise<Snapshot>;
  readonly saveDraft: (draft: Draft) => Promise<unknown>;
  readonly review: (draft: Draft) => Promise<Review>;
  readonly send: (reviewId: string) => Promise<Result>;
  /** Says that what was reviewed did not leave. */
  readonly unsent: (review: Review) => string;
}

export class ReviewedForm<
  Snapshot extends FormSnapshot<Draft>,
  Draft,
  Review extends { readonly reviewId: string },
  Result extends Sent,
  Field extends string,
> {
  readonly connectionId: string;
  readonly #calls: FormCalls<Snapshot, Draft, Review, Result>;
  readonly #fields: readonly Field[];
  #snapshot = $state.raw<Snapshot | null>(null);
  #draft = $state.raw<Draft | null>(null);
  #review = $state.raw<Review | null>(null);
  #isReviewing = $state(false);
  #isSending = $state(false);
  /** What the connection was reached with as it was last sent. */
  #access = 0;
  /** Its screen was left. */
  #isLeft = false;
  /** What went wrong last, refused fields included. */
  protected failure = $state.raw<Problem | null>(null);
  /** Sentences of the service for a field, until it is edited. */
  protected serviceErrors = $state.raw<Partial<Record<Field, string>>>({});
  /** The activity that a person chose to see, or that was sent last. */
  protected shownId = $state.raw<string | null>(null);

  /** @param fields what main and the service may refuse, by their names for it */
  protected constructor(
    connectionId: string,
    fields: readonly Field[],
    calls: FormCalls<Snapshot, Draft, Review, Result>,
  ) {
    this.connectionId = connectionId;
    this.#fields = fields;
    this.#calls = calls;
  }

  /** `null` until main has answered. */
  readonly snapshot: Snapshot | null = $derived(this.#snapshot);
  readonly draft: Draft | null = $derived(this.#draft);
  /** What was checked and may be sent once. */
  readonly review: Review | null = $derived(this.#review);
  /** What went wrong, apart from refused fields. */
  readonly problem: Problem | null = $derived.by(() => {
    const { failure } = this;
    if (!failure || failure.code === 'invalidFields') return null;
    return isOfToken(failure) && accessOf(this.connectionId) !== this.#access ? null : failure;
  });
  readonly isReviewing: boolean = $derived(this.#isReviewing);
  readonly isSending: boolean = $derived(this.#isSending);

  /** Why a field was refused, by Foyer or by the service. */
  errorOf(field: Field): string | undefined {
    return fieldProblem(this.failure, field) ?? this.serviceErrors[field];
  }

  /** Listens first, then takes the snapshot. Returns the end. */
  start(): () => void {
    const end = this.#calls.onChanged((snapshot) => this.take(snapshot));
    this.#calls.state().then(
      (snapshot) => {
        this.take(snapshot);
      },
      (error: unknown) => {
        this.failure = problemOf(error);
      },
    );
    return () => {
      this.#isLeft = true;
      end();
    };
  }

  /**
   * Takes what was typed. Main has it with each key, because nobody asks the window before Foyer quits.
   * What was reviewed is no longer what would be sent; what is being sent stays on show.
   */
  protected replaceDraft(draft: Draft): void {
    this.#draft = draft;
    if (!this.#isSending) this.#review = null;
    this.#calls.saveDraft(draft).catch(report);
  }

  /** Asks main to check the form; resolves with whether there is something to read now. */
  async makeReview(): Promise<boolean> {
    const draft = this.#draft;
    if (draft === null || this.#isReviewing || this.#isSending) return false;
    this.#isReviewing = true;
    this.failure = null;
    this.serviceErrors = {};
    try {
      const review = await this.#calls.review(draft);
      // It was edited meanwhile: a review of an older form is not shown.
      if (draft !== this.#draft) return false;
      this.#review = review;
      return true;
    } catch (error) {
      const problem = problemOf(error);
      // Nor is what was refused of it said of what stands there now.
      if (problem.code !== 'invalidFields' || draft === this.#draft) this.failure = problem;
      return false;
    } finally {
      this.#isReviewing = false;
    }
  }

  /** Sends what was reviewed, once; resolves with what came of it. */
  async send(): Promise<Result | null> {
    const review = this.#review;
    if (!review || this.#isSending) return null;
    const draft = this.#draft;
    this.#isSending = true;
    this.#access = accessOf(this.connectionId);
    this.failure = null;
    try {
      const sent = await this.#calls.send(review.reviewId);
      this.#review = null;
      this.shownId = sent.activityId;
      // What was judged is not what stands in the form, where it was edited meanwhile.
      if (draft === this.#draft) this.serviceErrors = this.#serviceErrorsOf(sent);
      return sent;
    } catch (error) {
      // What is on show by now is another's: what is said there names what did not leave.
      const isOnShow = !this.#isLeft && this.#review === review;
      if (isOnShow) this.failure = problemOf(error);
      else reportUnsent(error, this.#calls.unsent(review));
      const code = error instanceof ProblemError ? error.problem.code : undefined;
      const isUsedUp = code === undefined || !mendable.has(code);
      if (isUsedUp || draft !== this.#draft) this.#review = null;
      return null;
    } finally {
      this.#isSending = false;
    }
  }

  /** Shows what came of an earlier sending. */
  show(activityId: string): void {
    this.#review = null;
    // What went wrong with another says nothing of this one.
    this.forgetProblem();
    this.shownId = activityId;
  }

  /** Whether a field was refused, and stands in the form as it was. */
  protected get isFieldRefused(): boolean {
    return this.failure?.code === 'invalidFields';
  }

  /** Says no more what went wrong last; a refused field still stands in the form. */
  protected forgetProblem(): void {
    if (!this.isFieldRefused) this.failure = null;
  }

  /** Takes what main knows now. */
  protected take(snapshot: Snapshot): void {
    if (snapshot.connectionId !== this.connectionId) return;
    if (this.#snapshot && snapshot.revision < this.#snapshot.revision) return;
    this.#snapshot = snapshot;
    // Main could not read it at the start, and has by now.
    if (this.failure?.code === 'storageNotRead') this.failure = null;
    this.#draft ??= snapshot.draft;
  }

  /** Some services name the field that they judged; its sentence belongs there. */
  #serviceErrorsOf({ outcome }: Result): Partial<Record<Field, string>> {
    if (outcome?.kind !== 'rejected') return {};
    const errors: Partial<Record<Field, string>> = {};
    for (const { path, message } of outcome.error?.issues ?? []) {
      const last = path?.split(/[./]/u).at(-1);
      const field = this.#fields.find((name) => name === last);
      if (field) errors[field] ??= message;
    }
    return errors;
  }
}
