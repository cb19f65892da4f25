/**
 * Name servers that don't answer take up to ten seconds. A person asks for a name's DNS, looks at another screen
 * meanwhile, comes back and asks again: what they are told once the answer is there, beside it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { DnsLook } from '@shared/dns';
import { trialConnection } from '@shared/trial-connection';
import { createDomains } from '../../src-main/domains/domains';
import { installFakeMain } from '../testing/fake-main';
import { DomainForm } from './domain-form.svelte';

const name = 'chat.studio.example';
const found: DnsLook['records'] = {
  ...{ A: { state: 'found', values: ['192.0.2.1'] }, AAAA: { state: 'none' } },
  ...{ CNAME: { state: 'none' }, TXT: { state: 'none' } },
};

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** What is said beside the answer; `isLeft`: the screen was left and opened again meanwhile. */
async function saidBesideTheAnswer(isLeft: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const connection = trialConnection('c1');
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  const room = await createDomains({
    ...{ folder, connectionById: () => connection, warn: () => undefined },
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      const outcome = { kind: 'accepted', status: 200 } as const;
      return { activityId, outcome, form: 'json', bodyText: '{}' };
    },
    async lookUp() {
      await answered;
      return found;
    },
  });
  onTestFinished(() => room.close());
  const { handlers } = room;
  const main = installFakeMain({
    domains: {
      state: (given) => handlers.state(given),
      checkDns: (given) => handlers.checkDns(given),
    },
  });
  onTestFinished(room.onChange((domains) => main.emit('domains.changed', domains)));
  const { reviewId } = await handlers.review({ connectionId: 'c1', name });
  await handlers.create({ reviewId });

  let form = new DomainForm('c1');
  let end = form.start();
  const asked = form.checkDns(name);
  if (isLeft) {
    end();
    form = new DomainForm('c1');
    end = form.start();
  }
  ends.push(() => end());
  await expect.poll(() => form.snapshot).not.toBeNull();
  // Its button, which is busy while the name is being asked for.
  if (!form.isChecking(name)) await form.checkDns(name);
  answer();
  await asked;
  await expect.poll(() => form.snapshot?.checks[name]?.now.records).toEqual(found);
  return form.checkProblem(name)?.code;
}

it('the control: nothing, where they stayed', async () => {
  expect(await saidBesideTheAnswer(false)).toBeUndefined();
});

it('not that it is still under way, where they came back', async () => {
  expect(await saidBesideTheAnswer(true)).toBeUndefined();
});
