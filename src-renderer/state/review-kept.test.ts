/** A review whose sending was refused before anything left: what can be put right is sent from it then. */
import { afterEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { Problem } from '@shared/problem';
import { createCustomDomainRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../testing/fake-main';
import { connections } from './connections.svelte';
import { DomainForm } from './domain-form.svelte';

afterEach(() => connections.end());

const northwind = trialConnection('northwind', { label: 'Northwind' });
const name = 'chat.northwind.example';

/**
 * Whether the review is still there to be sent, after it was refused for this reason.
 * @param typed what is typed while it is being sent
 */
async function isKeptAfter(problem: Problem, typed = name): Promise<boolean> {
  let hasTyped = (): void => undefined;
  const isTyped = new Promise<void>((done) => (hasTyped = done));
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    domains: {
      state: () => ({
        ...{ revision: 1, connectionId: northwind.id, draft: name },
        ...{ registrations: [], checks: {}, notes: {} },
      }),
      review: () => ({
        ...{ reviewId: 'r1', ascii: name, unicode: name },
        request: createCustomDomainRequest(northwind, { name }),
        kind: 'subdomain',
      }),
      saveDraft: () => undefined,
      create: async () => {
        await isTyped;
        throw new ProblemError(problem);
      },
    },
  });
  await connections.start();
  const form = new DomainForm(northwind.id);
  const end = form.start();
  await expect.poll(() => form.draft).toBe(name);
  await form.makeReview();
  const isSent = form.send();
  form.edit(typed);
  // What is being sent stays on show.
  expect(form.review?.ascii).toBe(name);
  hasTyped();
  await isSent;
  end();
  expect(form.draft).toBe(typed);
  expect(form.problem).toEqual(problem);
  return form.review !== null;
}

it.each<Problem>([
  { code: 'tokenMissing', label: 'Northwind' },
  { code: 'tokenUnusable', label: 'Northwind' },
  { code: 'intentNotStored' },
])('is kept after $code', async (problem) => {
  expect(await isKeptAfter(problem)).toBe(true);
});

it('is used up where the form says something else by now', async () => {
  const problem: Problem = { code: 'intentNotStored' };
  expect(await isKeptAfter(problem, 'www.northwind.example')).toBe(false);
});

it('is used up where its connection is another now', async () => {
  expect(await isKeptAfter({ code: 'connectionChanged', label: 'Northwind' })).toBe(false);
});
