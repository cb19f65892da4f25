/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. A service that wants to be
 * paid first answers 402 to a domain, a theme or a preview with a checkout's address in an object, in a field of another everyday
 * name, in the message or in `Location`. And to a change of the plan it may write one without its scheme, as messages do.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';
import { everythingRecorded, practice, send } from './testing/fixture-service';

const secret = 'cs_live_a1B2c3D4e5F6';
const bare = `pay.example/c/pay/${secret}`;
const url = `https://${bare}`;
const recorded = (body: unknown, isOfBilling = false) =>
  createRedaction({
    ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: isOfBilling },
  }).answer(JSON.stringify(body));

it.each([
  ['the control', { message: 'Payment required', checkoutUrl: url }],
  ['an object', { message: 'Payment required', checkout: { url } }],
  ['a session', { message: 'Payment required', checkoutSession: { url } }],
  ['a field without “url”', { message: 'Payment required', checkout: url }],
  ['one without its scheme', { message: 'Payment required', checkout: bare }],
  ['a payment', { message: 'Payment required', paymentUrl: url }],
  ['an invoice', { message: 'Payment required', hosted_invoice_url: url }],
  ['a field, and the message', { message: `Open ${bare} first.`, billing: { at: url } }],
])('is cut whatever was asked for, in %s', (_, body) => {
  expect(recorded(body)).not.toContain(secret);
});

it.each([
  ['in the message of a 402', 402, `Complete the checkout first: ${url}`],
  ['without its scheme', 402, `Complete the checkout first at ${bare}.`],
])('is cut in what is recorded of a domain, %s', async (_, status, message) => {
  practice.setBehaviour('createCustomDomain', { status, message });
  const { outcome } = await send('createCustomDomain');
  expect(JSON.stringify(outcome)).toContain('pay.example/…');
  expect(JSON.stringify(outcome) + (await everythingRecorded())).not.toContain(secret);
});

it('the control: where another refusal points to is known by its host', async () => {
  const message = (path: string) => `See https://docs.example/${path} for the names`;
  practice.setBehaviour('createCustomDomain', { status: 400, message: message('domains/names') });
  expect(await send('createCustomDomain')).toMatchObject({
    outcome: { error: { message: message('…') } },
  });
});

it.each([
  ['the control, whole', `A checkout is open already: ${url}`],
  ['without its scheme', `A checkout is open already: ${bare}`],
  ['without its scheme, on a line of its own', `A checkout is open already:\n${bare}`],
  ['at this computer', `Already open: localhost:3000/c/pay/${secret}`],
])('is cut in a refused change of the plan, %s', (_, message) => {
  expect(recorded({ message }, true)).not.toContain(secret);
});

it.each([
  { message: 'Yearly and/or monthly, 1.25/2.50 EUR, application/vnd.api+json, e.g. PRO' },
  { billing: { plan: 'PRO', billingProviderId: 'cus_a1b2' }, invoice: 'F/2026/11' },
])('what is no address stays: %j', (body) => {
  expect(recorded(body, true)).toBe(JSON.stringify(body));
});

it.each(['/workspaces', 'dashboard'])(
  'a redirect to %s is no secret in a message',
  (redirectUrl) => {
    const message = 'Not one of your workspaces: see your dashboard, or /workspaces';
    expect(recorded({ redirectUrl, message })).toContain(message);
  },
);

it('the workspace that the request names stays, though the path of the checkout is its ID', () => {
  const id = 'clx1a2b3c4d5e6f7g8h9';
  const { answer } = createRedaction({
    ...{ token: 'tok-1234567890', cutsAllAddresses: true },
    requestBody: JSON.stringify({ workspaceId: id, returnUrl: 'http://127.0.0.1:9/one-time' }),
  });
  const body = { checkoutUrl: `https://pay.example/${id}`, workspace: { id } };
  expect(JSON.parse(answer(JSON.stringify(body)))).toEqual({
    checkoutUrl: 'https://pay.example/…',
    workspace: { id },
  });
});
