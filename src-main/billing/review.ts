import type { Billing, CheckoutReturn } from '@shared/sending';
import type { ServiceRequest, SubscriptionInput } from '@shared/service/operations';
import type { ReturnListener } from './return-listener';

/** A request for a change of the plan that a person was shown, and may send once. */
export interface Review {
  readonly connectionId: string;
  /** The form that it was made of. */
  readonly draft: Billing['draft'];
  readonly input: SubscriptionInput;
  readonly request: ServiceRequest;
  /** Present when the checkout returns to this computer. */
  readonly listener: ReturnListener | undefined;
  /** The change that it became, once it is sent; a return is told to it. */
  activityId: string | undefined;
  /** Where that was sent. */
  place: string | undefined;
  /** A return that came before the service's answer did. */
  back: CheckoutReturn | undefined;
}
