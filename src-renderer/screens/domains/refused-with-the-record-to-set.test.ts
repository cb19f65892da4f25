/**
 * The guide: “You see the service’s raw answer.” A service that wants a name verified first refuses it with a sentence and, beside that,
 * the record to set (`verification`, as Vercel's API does). As soon as there is a sentence the answer isn't shown: “Fix what
 * it lists and send it again” stands over something that lists nothing.
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
  expect(shown({ message, verification }, message)).toContain('verify=a1b2c3');
});
