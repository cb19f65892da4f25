/**
 * A preview that may have arrived: whoever reads its line in the launcher, where one press starts the next one, is
 * told that it may have, or to look before starting another, also where the service said something itself.
 */
import type { PreviewRun } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { mayHaveActed } from '@shared/service/may-have-acted';
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { endMessage } from './launcher-message';

const error = { message: 'The message could not be handed over', issues: [] };
const run = (outcome: Outcome): PreviewRun => ({
  ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: 'northwind' },
  ...{ input: { botId: 'bot', to: '+44 7700 900112' }, outcome },
});

it.each<[string, Outcome]>([
  ['the control: a closed connection', { kind: 'unsure', reason: 'connectionClosed', detail: '' }],
  ['the control: a 500 without words', { kind: 'serviceFailed', status: 500, form: 'empty' }],
  ['a 500 with words', { kind: 'serviceFailed', status: 500, error }],
  ['a 503 with a plain text', { kind: 'serviceFailed', status: 503, plainText: 'Busy, sorry' }],
  ['a 408 with words', { kind: 'rejected', status: 408, error }],
])('%s', (_, outcome) => {
  expect(mayHaveActed(outcome)).toBe(true);
  const { kept, todo } = outcomeText(outcome, 'startChatAppPreview');
  const said = endMessage(run(outcome))?.text ?? '';
  expect([kept, todo].filter((one) => one !== '' && said.includes(one))).not.toEqual([]);
});
