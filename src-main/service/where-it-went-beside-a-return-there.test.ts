/**
 * A service of the known kind has its dashboard and its API at one origin. A person who lets the checkout return to the dashboard has
 * typed the beginning of the request's own address: Activity, an export and a log then name one that nobody asked,
 * `https://bots.example/…/api/v1/billing/subscription`. The request's address is the connection's, and no secret of a checkout.
 */
import { expect, it } from 'vitest';
import { recordedRequest } from './recorded-exchange';
import { createRedaction } from './exchange-redaction';

const url = 'https://bots.example/api/v1/billing/subscription';

function recordedUrl(returnUrl: string): string {
  const body = JSON.stringify({ workspaceId: 'w1', returnUrl, plan: 'PRO' });
  const redaction = createRedaction({
    ...{ token: 'tok-1234567890', requestBody: body, cutsAllAddresses: true },
  });
  return recordedRequest(
    { operation: 'updateSubscription', method: 'PATCH', url, body },
    { id: 'c', label: 'Northwind', presentation: { kind: 'bearer' } },
    { kind: 'updateSubscription', subject: 'PRO', themeId: undefined, activityId: 'a' },
    redaction,
    'Authorization',
  ).request.url;
}

it.each([
  ['the control: Foyer’s own', 'http://127.0.0.1:51234/back/a1b2c3'],
  ['the control: another host', 'https://app.bots.example'],
  ['the dashboard', 'https://bots.example'],
  ['the dashboard, with its slash', 'https://bots.example/'],
])('the request’s address is recorded as it is: %s', (_, returnUrl) => {
  expect(recordedUrl(returnUrl)).toBe(url);
});
