/**
 * 403 is what many services answer where the one who asks is known and what is asked for isn't allowed: a recipient who has
 * not opted in, a domain of another workspace, a plan while an invoice is open. The service's own words say so. Foyer's
 * title is “The service refused the token (403)”, and its advice to replace it; of a 400 with the same words it says neither.
 */
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';

const cases = [
  ['startChatAppPreview', 'The recipient has not opted in to messages'],
  ['createCustomDomain', 'The domain is in use by another workspace'],
  ['updateSubscription', 'The plan cannot be changed while an invoice is open'],
] as const;
const said = (text: ReturnType<typeof outcomeText>) => [text.title, text.todo].join(' ');

const error = (message: string) => ({ message, issues: [] });

it.each(cases)('the control, a 400: %s', (kind, message) => {
  const outcome = { kind: 'rejected' as const, status: 400, error: error(message) };
  expect(said(outcomeText(outcome, kind))).not.toMatch(/token/iu);
});

it.each(cases)('does not say that the token was refused: %s', (kind, message) => {
  const outcome = { kind: 'tokenRefused' as const, status: 403, error: error(message) };
  expect(said(outcomeText(outcome, kind))).not.toMatch(/refused the token/iu);
});
