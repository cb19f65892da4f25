/**
 * The guide: “You see the service’s raw answer.” A service that wants a name verified first refuses it with a sentence and,
 * beside that, the record to set (`verification`, as Vercel's API does): the sentence alone says nothing of it.
 */
import { cleanup, render } from '@testing-library/svelte';
import type { DomainRegistration } from '@shared/sending';
import { afterEach, expect, it } from 'vitest';
import DomainResult from './DomainResult.svelte';

afterEach(cleanup);

const verification = [{ type: 'TXT', domain: '_verify.example.com', value: 'verify=a1b2c3' }];

function shown(body: Record<string, unknown>, message?: string): string {
  const registration: DomainRegistration = {
    ...{ activityId: 'a', at: '2026-11-27T10:00:00.000Z', connectionId: 'c' },
    input: { name: 'bot.example.com' },
    outcome: {
      ...{ kind: 'rejected', status: 400 },
      ...(message === undefined ? { form: 'json' } : { error: { message, issues: [] } }),
    },
    answer: { form: 'json', body: JSON.stringify(body) },
  };
  return render(DomainResult, { registration }).container.textContent;
}

it('the control: without a sentence, the record is there', () => {
  expect(shown({ verification })).toContain('verify=a1b2c3');
});

it('with one, too', () => {
  const message = 'The domain is not verified';
  const text = shown({ message, verification }, message);
  expect(text).toContain(`The service says: ${message}`);
  expect(text).toContain('verify=a1b2c3');
});

it('with nothing beside it, the sentence stands there once', () => {
  const message = 'The domain is not verified';
  expect(shown({ message }, message).split(message)).toHaveLength(2);
});
