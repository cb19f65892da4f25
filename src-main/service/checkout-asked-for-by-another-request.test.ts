/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. A service that wants to be
 * paid first answers 402 to a domain, a theme or a preview with a checkout's address in an object, in a field of another everyday
 * name, in the message or in `Location`: only a field that ends in “…checkout…Url” is cut there. And to a change of the plan it may
 * write one without its scheme, as messages do.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const bare = 'pay.example/c/pay/cs_live_a1B2c3D4e5F6';
const url = `https://${bare}`;
const redaction = (cutsAllAddresses: boolean) =>
  createRedaction({ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses });
const recorded = (body: unknown, isOfBilling = false) =>
  redaction(isOfBilling).answer(JSON.stringify(body));

it.each([
  ['the control', { message: 'Payment required', checkoutUrl: url }],
  ['an object', { message: 'Payment required', checkout: { url } }],
  ['a session', { message: 'Payment required', checkoutSession: { url } }],
  ['a field without “url”', { message: 'Payment required', checkout: url }],
  ['a payment', { message: 'Payment required', paymentUrl: url }],
  ['an invoice', { message: 'Payment required', hosted_invoice_url: url }],
  ['the message', { message: `Complete the checkout first: ${url}` }],
])('a 402 to a domain, in %s', (_, body) => {
  expect(recorded(body)).not.toContain('cs_live_a1B2c3D4e5F6');
});

it.each([
  ['the control, whole', `A checkout is open already: ${url}`],
  ['without its scheme', `A checkout is open already: ${bare}`],
])('a refused change of the plan, %s', (_, message) => {
  expect(recorded({ message }, true)).not.toContain('cs_live_a1B2c3D4e5F6');
});
