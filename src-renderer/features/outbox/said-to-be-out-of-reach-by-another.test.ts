/* eslint-disable @typescript-eslint/no-restricted-imports -- What the window says of the real outbox. */
/**
 * A person publishes two themes without the VPN that leads to the service, or while it is started anew: neither gets there. Then
 * there is a way. The older one is tried again, and the service answers: it wants a wait. The second one waits for that as well,
 * and nobody may say of it any more that the service can't be reached, or that nothing answers there.
 */
import { expect, it, onTestFinished } from 'vitest';
import { m } from '@shared/messages/messages';
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { createNodeTransport } from '../../../src-main/service/node-transport';
import { playedTransport } from '../../../src-main/service/testing/played-transport';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { whyText } from './why-text';

/** The second theme, before there is a way to the service, and after it answered the first. */
async function second(code: string, answer: { status: number; retryAfter: string }) {
  const way = { isThere: true };
  const node = createNodeTransport();
  let sent = 0;
  let bothLeft = (): void => undefined;
  const areBothSent = new Promise<void>((done) => (bothLeft = done));
  const none = playedTransport(async () => {
    sent += 1;
    if (sent === 2) bothLeft();
    await areBothSent;
    return { end: 'failed', code, message: code };
  });
  const made = await outboxFixture({
    themes: 2,
    transport: {
      send: (request) => (way.isThere ? node : none).send(request),
      close: () => node.close(),
    },
  });
  const [, id = ''] = made.ids;
  const list = [trialConnection('c1', { ...made.connection, tokenState: 'keychain' })];
  installFakeMain({ connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) } });
  await connections.start();
  onTestFinished(() => connections.end());
  await made.publish(...made.ids);
  await made.drained();
  for (const [at, each] of made.ids.entries()) {
    await made.library.handlers.rename({ id: each, name: `Newer ${String(at)}` });
  }
  const now = async (): Promise<OutboxItem> => {
    const found = (await made.items()).find(({ themeId }) => themeId === id);
    if (!found) throw new Error('it waits');
    return found;
  };
  way.isThere = false;
  await made.publish(...made.ids);
  await made.settled();
  const before = await now();
  way.isThere = true;
  made.practice.setBehaviour('saveThemeTemplate', { ...answer, times: 1 });
  const reachedBefore = made.practice.received().length;
  made.outbox.wake();
  await made.settled();
  return { before, after: await now(), answered: made.practice.received().length - reachedBefore };
}

it.each([
  ['unreachable', 'net::ERR_ADDRESS_UNREACHABLE', m.outcome_not_sent_unreachable()],
  ['refused', 'net::ERR_CONNECTION_REFUSED', m.outcome_not_sent_refused()],
])('a service that has answered since isn’t said to be out of reach: %s', async (_, code, said) => {
  const { before, after, answered } = await second(code, { status: 429, retryAfter: '60' });
  // The control: without a way that is said.
  expect([before.why, whyText(before).detail]).toEqual(['unreachable', said]);
  // The other one was answered, and this one was not tried since.
  expect(answered).toBe(1);
  expect([after.why, whyText(after).line]).toEqual(['asked', m.outbox_why_asked()]);
  expect(whyText(after).detail).not.toContain(said);
});
