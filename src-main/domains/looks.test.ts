/** What comes of looks at the DNS of a name, asked for from its screen. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DnsLook } from '@shared/dns';
import { trialConnection } from '@shared/trial-connection';
import { createDomains } from './domains';

/**
 * Name servers that don't answer take up to ten seconds. Who asks for a name's DNS, looks at another screen meanwhile and
 * comes back, asks again from a screen that knows of no look: it is told what that one finds.
 */
describe('a look that is asked for again meanwhile', () => {
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
});

/**
 * One of the four questions to the name servers gets no answer, which happens on any network; the others do. The
 * next check shows the answer beside the previous one, so that a person sees when a change has arrived (guide).
 */
describe('a record that nobody answers for', () => {
  const northwind = trialConnection('northwind');
  const none = { state: 'none' } as const;
  const noAnswer = { state: 'failed', reason: 'noAnswer' } as const;
  const looksOf = (A: DnsLook['records']['A']): DnsLook['records'] => ({
    ...{ A, AAAA: none, CNAME: none, TXT: none },
  });
  const old = looksOf({ state: 'found', values: ['192.0.2.1'] });
  const moved = looksOf({ state: 'found', values: ['192.0.2.2'] });

  /** The last of several checks. */
  async function lastOf(...looks: DnsLook['records'][]) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-unanswered-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const waiting = [...looks];
    let minute = 0;
    const { handlers, close } = await createDomains({
      ...{ folder, connectionById: () => northwind, warn: () => undefined },
      now: () => new Date(Date.UTC(2026, 0, 2, 3, (minute += 1))).toISOString(),
      async send(_connection, _request, { activityId, beforeStart }) {
        await beforeStart();
        const outcome = { kind: 'accepted', status: 200 } as const;
        return { activityId, outcome, form: 'json', bodyText: '{}' };
      },
      lookUp: () => Promise.resolve(waiting.shift() ?? old),
    });
    const at = { connectionId: northwind.id, name: 'bot.example.com' };
    const { reviewId } = await handlers.review(at);
    await handlers.create({ reviewId });
    let last = await handlers.checkDns(at);
    while (waiting.length > 0) last = await handlers.checkDns(at);
    await close();
    return last;
  }

  it('the control: beside the new one stands the old, where no question was answered in between', async () => {
    const nobody = { A: noAnswer, AAAA: noAnswer, CNAME: noAnswer, TXT: noAnswer };
    expect((await lastOf(old, nobody, moved)).before?.records.A).toEqual(old.A);
  });

  it('beside the new one stands the old, where only that question was not answered in between', async () => {
    expect((await lastOf(old, looksOf(noAnswer), moved)).before?.records.A).toEqual(old.A);
  });

  it('with the time at which that was found, which is not that of the others', async () => {
    const { before } = await lastOf(old, looksOf(noAnswer), looksOf(noAnswer), moved);
    expect(before?.records.A).toEqual(old.A);
    // The first minute is the registration’s.
    expect(before).toMatchObject({ at: '2026-01-02T03:04:00.000Z' });
    expect(before?.earlier).toEqual({ A: '2026-01-02T03:02:00.000Z' });
  });
});
