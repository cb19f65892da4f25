/**
 * The changelog: “a refusal that is about something else isn’t blamed on the token”. A 403 that gives its reason is read only where it stands
 * in `message`. Express, FastAPI, Django REST, problem+json, JSON:API, GraphQL and Stripe-like services have it in `error`, `detail` or
 * `errors`: that isn't a service that says nothing, and it must not hold up everything to its connection as a refused token does.
 */
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { verdictOf } from '../outbox/verdict';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function outcomeOf(body: unknown) {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 403, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  return classify({
    ...{ operation: 'saveThemeTemplate', result, answer: readAnswer(result) },
    ...{ stoppedBy: 'cancel', hadToken: true, requestBody: '{}', now: 0 },
  });
}

const reason = 'You have reached the limit of 10 themes';

it.each([
  ['the control: in message', { message: reason }],
  ['in error', { error: reason }],
  ['in error, behind the status', { statusCode: 403, error: reason }],
  ['in an error object', { error: { type: 'limit_reached', message: reason } }],
  ['in detail', { detail: reason }],
  ['in problem+json', { type: 'about:blank', title: 'Forbidden', status: 403, detail: reason }],
  ['in a list of errors', { errors: [{ message: reason }] }],
])('refuses one theme, and no token: %s', (_, body) => {
  const outcome = outcomeOf(body);
  expect(verdictOf(outcome, { isRepeatable: true, hasId: true })).toEqual({ kind: 'refused' });
  expect(outcomeText(outcome, 'saveThemeTemplate').todo).not.toMatch(/replace/iu);
});
