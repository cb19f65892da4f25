/** Why a form's request did not leave is told above the screen once the form was left. */
import { beforeEach, expect, it } from 'vitest';
import type { DomainRegistration } from '@shared/sending';
import { ProblemError } from '@shared/problem-error';
import { createCustomDomainRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../testing/fake-main';
import { report, reportUnsent } from '../ui/report';
import { reports } from '../ui/reports.svelte';
import { connections } from './connections.svelte';
import { DomainForm } from './domain-form.svelte';
import { PreviewForm } from './previews.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const name = 'chat.northwind.example';
const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
let fail: (error: Error) => void;

beforeEach(async () => {
  for (const { id } of reports.list) reports.dismiss(id);
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: { northwind: fields } }),
      start: () => new Promise<never>((_done, refuse) => (fail = refuse)),
    },
    domains: {
      state: () => ({
        ...{ revision: 1, connectionId: northwind.id, draft: name },
        ...{ registrations: [], checks: {}, notes: {} },
      }),
      review: () => ({
        ...{ reviewId: 'r1', ascii: name, unicode: name, kind: 'subdomain' },
        request: createCustomDomainRequest(northwind, { name }),
      }),
      create: () => new Promise<DomainRegistration>((_done, refuse) => (fail = refuse)),
    },
  });
  await connections.start();
  return () => connections.end();
});

const told = () => reports.list.map(({ unsent }) => unsent);
/** What was asked of the played main has been answered, and what follows from it done. */
const answered = () => new Promise((done) => setTimeout(done));

async function sendDomain() {
  const form = new DomainForm(northwind.id);
  const leave = form.start();
  await answered();
  await form.makeReview();
  return { leave, sent: form.send() };
}

async function sendPreview() {
  const form = new PreviewForm(northwind.id);
  const leave = form.start();
  await answered();
  return { leave, sent: form.send(() => Promise.resolve(true)) };
}

it.each([
  ['a domain', sendDomain, `The request to add ${name} to Northwind wasn’t sent`],
  ['a preview', sendPreview, 'The preview to +44 7700 900112 wasn’t sent'],
])(
  'of %s: by its form while that is there, and above the screen afterwards',
  async (_, send, words) => {
    const stayed = await send();
    fail(new ProblemError({ code: 'keychainLocked' }));
    await stayed.sent;
    expect(told()).toEqual([]);
    const left = await send();
    left.leave();
    fail(new ProblemError({ code: 'keychainLocked' }));
    await left.sent;
    expect(told()).toEqual([words]);
  },
);

it('it is not said that it did not leave where that is not known', () => {
  reportUnsent(new Error('a fault of our own'), 'The preview wasn’t sent');
  report(new Error('another fault'));
  expect(told()).toEqual([undefined, undefined]);
});
