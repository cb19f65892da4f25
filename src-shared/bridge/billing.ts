/** The room *billing*. */
import { z } from 'zod';
import { billingDraftSchema, billingSchema, subscriptionChangeSchema } from '../sending';
import { serviceRequestSchema } from '../service/operations';
import { call } from './contract';

const connectionId = z.string().max(100);

export const billingCalls = {
  state: call(z.object({ connectionId }), billingSchema),
  /** Keeps what is typed. */
  saveDraft: call(z.object({ connectionId, draft: billingDraftSchema }), z.undefined()),
  /**
   * Checks the form and gives the exact request to read before it is sent. Opens the loopback
   * listener when the form returns to this app. Problems: invalidFields.
   */
  review: call(
    z.object({ connectionId, draft: billingDraftSchema }),
    z.object({ reviewId: z.string(), request: serviceRequestSchema }),
  ),
  /** Sends what was reviewed, once: a review can be sent a single time. */
  send: call(z.object({ reviewId: z.string().max(100) }), subscriptionChangeSchema),
  /** Opens the checkout of a change in the browser. Problems: addressNotOpened, noBrowser. */
  openCheckout: call(z.object({ activityId: z.string().max(100) }), z.undefined()),
};

export const billingEvents = { changed: billingSchema };
