/** The billing form of one connection and what main knows of it. */
import { withoutUnseenEnds } from '@shared/sendable-text';
import type { FieldReason, Problem } from '@shared/problem';
import { fieldReasonText } from '@shared/problem-text';
import type { Billing, BillingDraft, SubscriptionChange } from '@shared/sending';
import type { ServiceRequest, SubscriptionInput } from '@shared/service/operations';
import { asksInSteps } from '@shared/service/presets';
import { m } from '@shared/messages/messages';
import { readTypedNumber } from '@shared/typed-number';
import { bridge, onEvent } from '../bridge';
import { announce } from '../ui/announce.svelte';
import { report } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';
import { connections } from './connections.svelte';
import { ReviewedForm } from './reviewed-form.svelte';

/** A change that was checked and may be sent once. */
interface BillingReview {
  readonly reviewId: string;
  readonly request: ServiceRequest;
  /** What the request's body says. */
  readonly input: SubscriptionInput;
}

const fields = ['plan', 'isYearly', 'currency', 'additionalChats', 'returnUrl'] as const;
type BillingField = (typeof fields)[number];

export class BillingForm extends ReviewedForm<
  Billing,
  BillingDraft,
  BillingReview,
  SubscriptionChange,
  BillingField
> {
  constructor(connectionId: string) {
    // It may be removed by the time that it is said.
    const label = connections.byId(connectionId)?.label ?? '';
    super(connectionId, fields, {
      onChanged: (take) => onEvent('billing.changed', take),
      state: () => bridge.billing.state({ connectionId }),
      saveDraft: (draft) => bridge.billing.saveDraft({ connectionId, draft }),
      review: async (draft) => {
        const { reviewId, request } = await bridge.billing.review({ connectionId, draft });
        return { reviewId, request, input: JSON.parse(request.body) as SubscriptionInput };
      },
      send: (reviewId) => bridge.billing.send({ reviewId }),
      unsent: () => m.billing_unsent({ label }),
    });
  }

  /** The change that is on show: the one that was chosen, or the newest. */
  readonly shown: SubscriptionChange | null = $derived.by(() => {
    const changes = this.snapshot?.changes ?? [];
    return changes.find(({ activityId }) => activityId === this.shownId) ?? changes[0] ?? null;
  });
  /** Whether a change is on its way, from this visit to the screen or an earlier one. */
  readonly isUnderWay: boolean = $derived(
    this.isSending || this.snapshot?.changes[0]?.outcome === null,
  );
  /** Whether what is being sent has not left. */
  readonly isInLine: boolean = $derived(
    this.isSending && this.snapshot?.changes[0]?.isInLine === true,
  );
  /** Whether the form holds what the newest change sent, and the service took it. */
  readonly isSent: boolean = $derived.by(() => {
    const newest = this.snapshot?.changes[0];
    const draft = this.draft;
    const connection = connections.byId(this.connectionId);
    return (
      draft !== null &&
      newest?.outcome?.kind === 'accepted' &&
      newest.input.plan === draft.plan &&
      newest.input.isYearly === draft.isYearly &&
      newest.input.currency === draft.currency &&
      draft.additionalChats.trim() !== '' &&
      newest.input.additionalChats === readTypedNumber(draft.additionalChats) &&
      // The kind of service may be another one by now, to which the same digit means something else.
      (!connection || asksInSteps(connection) === (newest.chatsInSteps ?? false)) &&
      (draft.ownReturn
        ? newest.checkoutReturn.state !== 'elsewhere'
        : newest.input.returnUrl === withoutUnseenEnds(draft.returnUrl))
    );
  });

  /** The reason as data, for the field whose sentences differ here. */
  reasonOf(field: BillingField): string | undefined {
    if (this.failure?.code !== 'invalidFields') return undefined;
    return this.failure.fields.find((refused) => refused.field === field)?.reason;
  }

  /** Changes the form; what was refused of other fields stays so. */
  edit(change: Partial<BillingDraft>): void {
    if (!this.draft) return;
    const edited = Object.keys(change);
    this.serviceErrors = Object.fromEntries(
      Object.entries(this.serviceErrors).filter(([field]) => !edited.includes(field)),
    );
    this.failure = withoutFields(this.failure, edited);
    this.replaceDraft({ ...this.draft, ...change });
  }

  /** Says of a field why main wouldn't take it, until it is edited. */
  refuse(field: BillingField, reason: FieldReason): void {
    announce(fieldReasonText(reason));
    if (this.failure && this.failure.code !== 'invalidFields') return;
    const others = withoutFields(this.failure, [field]);
    const fields = others?.code === 'invalidFields' ? others.fields : [];
    this.failure = { code: 'invalidFields', fields: [...fields, { field, reason }] };
  }

  /** Nothing is reviewed while a change of an earlier visit is on its way. */
  override makeReview(): Promise<boolean> {
    return this.isUnderWay ? Promise.resolve(false) : super.makeReview();
  }

  /** Opens the checkout of a change in the browser. */
  async openCheckout(activityId: string): Promise<void> {
    this.forgetProblem();
    try {
      await bridge.billing.openCheckout({ activityId });
    } catch (error) {
      // What is on show by now may be another one.
      const isOnShow = !this.review && this.shown?.activityId === activityId;
      if (isOnShow && !this.isFieldRefused) this.failure = problemOf(error);
      else report(error);
    }
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
