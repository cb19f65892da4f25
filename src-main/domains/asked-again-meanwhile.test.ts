/**
 * Name servers that don't answer take up to ten seconds. Who asks for a name's DNS, looks at another screen meanwhile and
 * comes back, asks again from a screen that knows of no look: it is told what that one finds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DnsLook } from '@shared/dns';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createDomains } from './domains';

const name = 'chat.studio.example';
const found: DnsLook['records'] = {
  ...{ A: { state: 'found', values: ['192.0.2.1'] }, AAAA: { state: 'none' } },
  ...{ CNAME: { state: 'none' }, TXT: { state: 'none' } },
};

it('a look in progress answers all who ask, and the next one looks anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const answers: (() => void)[] = [];
  const room = await createDomains({
    ...{ folder, connectionById: () => trialConnection('c1'), warn: () => undefined },
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      const outcome = { kind: 'accepted', status: 200 } as const;
      return { activityId, outcome, form: 'json', bodyText: '{}' };
    },
    lookUp: () => new Promise((answer) => answers.push(() => answer(found))),
  });
  onTestFinished(() => room.close());
  const { handlers } = room;
  const { reviewId } = await handlers.review({ connectionId: 'c1', name });
  await handlers.create({ reviewId });
  const ask = () => Promise.resolve(handlers.checkDns({ connectionId: 'c1', name }));

  const asked = [ask(), ask()];
  expect(answers).toHaveLength(1);
  answers[0]?.();
  const [first, second] = await Promise.all(asked);
  expect(first?.now.records).toEqual(found);
  expect(second).toEqual(first);

  const anew = ask();
  expect(answers).toHaveLength(2);
  answers[1]?.();
  expect((await anew).before).toBeDefined();
});
