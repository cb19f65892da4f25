/**
 * Several previews stand in line, and their screen was left: the token is removed, the keychain stays locked, or
 * the connection is pointed elsewhere. None of them leaves, and none is in the history. Each is asked for by a
 * person, and of each it has to be said that it was not sent.
 */
import { beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../testing/fake-main';
import { reports } from '../ui/reports.svelte';
import { connections } from './connections.svelte';
import { PreviewForm } from './previews.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
let fail: ((error: Error) => void)[];

beforeEach(async () => {
  fail = [];
  for (const { id } of reports.list) reports.dismiss(id);
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      saveDraft: () => undefined,
      start: () => new Promise<never>((_done, refuse) => fail.push(refuse)),
    },
  });
  await connections.start();
  return () => connections.end();
});

const answered = () => new Promise((done) => setTimeout(done));

it.each([
  ['the control: three', 3],
  ['four', 4],
])('of each it is said that it was not sent: %s', async (_name, count) => {
  const form = new PreviewForm(northwind.id);
  const leave = form.start();
  await answered();
  const recipients = Array.from({ length: count }, (_, at) => `+44 7700 90011${String(at)}`);
  const sent = recipients.map((to) => {
    form.edit({ botId: 'bot', to, startGroupId: '' });
    return form.send(() => Promise.resolve(true));
  });
  await answered();
  leave();
  for (const refuse of fail) refuse(new ProblemError({ code: 'keychainLocked' }));
  await Promise.all(sent);
  expect(reports.list.map(({ unsent }) => unsent)).toEqual(
    recipients.map((to) => `The preview to ${to} wasn’t sent`),
  );
});
