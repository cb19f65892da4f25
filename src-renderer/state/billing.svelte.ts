/**
 * The billing form of one connection and what main knows of it. The form is the window's own: what
 * main has of it is only read at the start, so that no event writes over what is being typed.
 */
import { ProblemError } from '@shared/problem-error';
import { fieldProblem } from '@shared/problem-text';
import type { Problem } from '@shared/problem';
import type { Billing, BillingDraft, SubscriptionChange } from '@shared/sending';
import type { ServiceRequest, SubscriptionInput } from '@shared/service/operations';
import { bridge, onEvent } from '../bridge';
import { problemOf } from './report.svelte';
import { report } from './report';

/** A change that was checked and may be sent once. */
export interface BillingReview {
  readonly id: string;
  readonly request: ServiceRequest;
  /** What the request's body says. */
  readonly input: SubscriptionInput;
}

export type BillingField = 'plan' | 'isYearly' | 'currency' | 'additionalChats' | 'returnUrl';

/** How long typing rests before it is saved, milliseconds. */
const rest = 400;

export class BillingForm {
  readonly connectionId: string;
  #snapshot = $state.raw<Billing | null>(null);
  #draft = $state.raw<BillingDraft | null>(null);
  #review = $state.raw<BillingReview | null>(null);
  #problem = $state.raw<Problem | null>(null);
  /** Sentences of the service for a field, until it is edited. */
  #serviceErrors = $state.raw<Partial<Record<BillingField, string>>>({});
  #shownId = $state.raw<string | null>(null);
  #isReviewing = $state(false);
  #isSending = $state(false);
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** Grows with every edit, so that a review of an older form is not shown. */
  #edits = 0;

  constructor(connectionId: string) {
    this.connectionId = connectionId;
  }

  /** Newest first; `null` until main has answered. */
  readonly snapshot: Billing | null = $derived(this.#snapshot);
  readonly draft: BillingDraft | null = $derived(this.#draft);
  readonly review: BillingReview | null = $derived(this.#review);
  /** What went wrong, apart from refused fields. */
  readonly problem: Problem | null = $derived(
    this.#problem?.code === 'invalidFields' ? null : this.#problem,
  );
  readonly isReviewing: boolean = $derived(this.#isReviewing);
  readonly isSending: boolean = $derived(this.#isSending);
  /** The change that is on show: the one that was chosen, or the newest. */
  readonly shown: SubscriptionChange | null = $derived.by(() => {
    const changes = this.#snapshot?.changes ?? [];
    return changes.find(({ activityId }) => activityId === this.#shownId) ?? changes[0] ?? null;
  });
  /** Whether a change is on its way, from this visit to the screen or an earlier one. */
  readonly isUnderWay: boolean = $derived(
    this.#isSending || this.#snapshot?.changes[0]?.outcome === null,
  );
  /** Whether the form holds what the newest change sent, and the service took it. */
  readonly isSent: boolean = $derived.by(() => {
    const newest = this.#snapshot?.changes[0];
    const draft = this.#draft;
    return (
      draft !== null &&
      newest?.outcome?.kind === 'accepted' &&
      newest.input.plan === draft.plan &&
      newest.input.isYearly === draft.isYearly &&
      newest.input.currency === draft.currency &&
      newest.input.additionalChats === Number(draft.additionalChats)
    );
  });

  /** Why a field was refused, by Foyer or by the service. */
  errorOf(field: BillingField): string | undefined {
    return fieldProblem(this.#problem, field) ?? this.#serviceErrors[field];
  }

  /** The reason as data, for the field whose sentences differ here. */
  reasonOf(field: BillingField): string | undefined {
    if (this.#problem?.code !== 'invalidFields') return undefined;
    return this.#problem.fields.find((refused) => refused.field === field)?.reason;
  }

  /** Listens first, then takes the snapshot. Returns the end, which saves what is unsaved. */
  start(): () => void {
    const end = onEvent('billing.changed', (billing) => this.#take(billing));
    bridge.billing.state({ connectionId: this.connectionId }).then(
      (billing) => {
        this.#take(billing);
      },
      (error: unknown) => {
        this.#problem = problemOf(error);
      },
    );
    return () => {
      end();
      this.#saveNow();
    };
  }

  /** Changes the form. What was reviewed is no longer what would be sent. */
  edit(change: Partial<BillingDraft>): void {
    if (!this.#draft || this.#isSending) return;
    this.#draft = { ...this.#draft, ...change };
    this.#edits += 1;
    this.#review = null;
    const edited = Object.keys(change);
    this.#serviceErrors = Object.fromEntries(
      Object.entries(this.#serviceErrors).filter(([field]) => !edited.includes(field)),
    );
    this.#problem = withoutFields(this.#problem, edited);
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#saveNow(), rest);
  }

  /** Asks main to check the form; resolves with whether there is something to read now. */
  async makeReview(): Promise<boolean> {
    const draft = this.#draft;
    if (!draft || this.#isReviewing || this.isUnderWay) return false;
    const edits = this.#edits;
    this.#isReviewing = true;
    this.#problem = null;
    this.#serviceErrors = {};
    try {
      const { connectionId } = this;
      const { reviewId, request } = await bridge.billing.review({ connectionId, draft });
      if (edits !== this.#edits) return false;
      const input = JSON.parse(request.body) as SubscriptionInput;
      this.#review = { id: reviewId, request, input };
      return true;
    } catch (error) {
      this.#problem = problemOf(error);
      return false;
    } finally {
      this.#isReviewing = false;
    }
  }

  /** Sends what was reviewed, once; resolves with what came of it. */
  async send(): Promise<SubscriptionChange | null> {
    const review = this.#review;
    if (!review || this.#isSending) return null;
    this.#isSending = true;
    this.#problem = null;
    try {
      const change = await bridge.billing.send({ reviewId: review.id });
      this.#review = null;
      this.#shownId = change.activityId;
      this.#serviceErrors = serviceErrorsOf(change);
      return change;
    } catch (error) {
      this.#problem = problemOf(error);
      // A missing token can be put right and the review sent then; else it is used up.
      const isKept = error instanceof ProblemError && error.problem.code === 'tokenMissing';
      if (!isKept) this.#review = null;
      return null;
    } finally {
      this.#isSending = false;
    }
  }

  /** Shows an earlier change in the place of the newest. */
  show(activityId: string): void {
    this.#review = null;
    this.#shownId = activityId;
  }

  /** Opens the checkout of a change in the browser. */
  async openCheckout(activityId: string): Promise<void> {
    this.#problem = null;
    try {
      await bridge.billing.openCheckout({ activityId });
    } catch (error) {
      this.#problem = problemOf(error);
    }
  }

  #take(billing: Billing): void {
    if (billing.connectionId !== this.connectionId) return;
    if (this.#snapshot && billing.revision < this.#snapshot.revision) return;
    this.#snapshot = billing;
    // Main could not read it at the start, and has by now.
    if (this.#problem?.code === 'storageNotRead') this.#problem = null;
    this.#draft ??= billing.draft;
  }

  #saveNow(): void {
    if (this.#saving === undefined || !this.#draft) return;
    clearTimeout(this.#saving);
    this.#saving = undefined;
    const { connectionId } = this;
    bridge.billing.saveDraft({ connectionId, draft: this.#draft }).catch(report);
  }
}

function withoutFields(problem: Problem | null, edited: readonly string[]): Problem | null {
  if (problem?.code !== 'invalidFields') return problem;
  const fields = problem.fields.filter(({ field }) => !isEdited(field, edited));
  return fields.length === 0 ? null : { ...problem, fields };
}

/** Another choice of where to return makes what was said of the address pointless. */
function isEdited(field: string, edited: readonly string[]): boolean {
  return edited.includes(field) || (field === 'returnUrl' && edited.includes('ownReturn'));
}

const fields: readonly BillingField[] = [
  'plan',
  'isYearly',
  'currency',
  'additionalChats',
  'returnUrl',
];

/** Some services name the field that they judged; its sentence belongs there. */
function serviceErrorsOf({ outcome }: SubscriptionChange): Partial<Record<BillingField, string>> {
  if (outcome?.kind !== 'rejected') return {};
  const errors: Partial<Record<BillingField, string>> = {};
  for (const { path, message } of outcome.error?.issues ?? []) {
    const last = path?.split('.').at(-1);
    const field = fields.find((name) => name === last);
    if (field) errors[field] ??= message;
  }
  return errors;
}
