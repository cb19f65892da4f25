/**
 * A service refuses a change of the plan because of the card (payment services say “authentication required” and “not
 * authorized” of it), a domain because of its verification, or a preview because of the person who would get it. Nothing
 * of it speaks of who sent it; Foyer says “The token may be wrong … Replace it in Settings” in place of what to correct.
 */
import { expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';

const refused = (message: string, code?: string): Outcome => ({
  kind: 'rejected',
  status: 400,
  error: { message, issues: [], ...(code !== undefined && { code }) },
});

it.each([
  ['the control', 'updateSubscription', 'Your card was declined.', 'card_declined'],
  ['a card', 'updateSubscription', 'This transaction requires authentication.', undefined],
  ['its code', 'updateSubscription', 'Your card was declined.', 'authentication_required'],
  ['a payment', 'updateSubscription', 'The payment could not be authorized.', undefined],
  ['a domain', 'createCustomDomain', 'You are not allowed to use this domain.', undefined],
  ['its record', 'createCustomDomain', 'DNS verification token not found', undefined],
  ['a person', 'startChatAppPreview', 'The user has not granted permission.', undefined],
  ['a customer', 'startChatAppPreview', 'No permission to message this customer', undefined],
] as const)('the token is not blamed for %s', (_, kind, message, code) => {
  expect(outcomeText(refused(message, code), kind).todo).not.toMatch(/token/iu);
});

it('the control: it is where the refusal speaks of it', () => {
  const { todo } = outcomeText(refused('Not authenticated'), 'updateSubscription');
  expect(todo).toMatch(/token/iu);
});
