/**
 * The changelog: “a refusal that is about something else isn’t blamed on the token”. That a plan has no access to a feature is the most
 * usual sentence of a 403 to someone who is known: nothing but this theme is refused, and another token would change nothing.
 */
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { verdictOf } from '../outbox/verdict';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

it.each([
  'Theme limit reached', // the controls
  'Your plan does not permit more than 3 themes',
  'You don’t have access to this feature on your current plan. Upgrade to Pro.',
  'You do not have access to custom fonts on the Starter plan',
  'Your plan does not have access to this feature',
])('is not said to be the token’s: %s', (message) => {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 403, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify({ message })),
  };
  const outcome = classify({
    ...{ operation: 'saveThemeTemplate', result, answer: readAnswer(result) },
    ...{ stoppedBy: 'cancel', hadToken: true, requestBody: '{}', now: 0 },
  });
  expect(verdictOf(outcome, { isRepeatable: true, hasId: true })).toEqual({ kind: 'refused' });
  expect(outcomeText(outcome, 'saveThemeTemplate').todo).not.toMatch(/token/iu);
});
