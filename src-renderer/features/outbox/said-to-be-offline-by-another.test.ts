/* eslint-disable @typescript-eslint/no-restricted-imports -- What the window says of the real outbox. */
/**
 * A person publishes two themes on a train. The network comes back, and the service answers the first of them: it wants a wait.
 * The second one waits for that as well, and the computer is not offline any more.
 */
import { expect, it, onTestFinished } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import type { OutboxItem } from '@shared/publishing';
import { createNodeTransport } from '../../../src-main/service/node-transport';
import { playedTransport } from '../../../src-main/service/testing/played-transport';
import { outboxFixture, type OutboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { whyText } from './why-text';

const offline = 'This computer is offline.';

/** What is known of the second theme, before the network is back and then. */
async function second(then: (made: OutboxFixture) => void): Promise<OutboxItem[]> {
  const network = { isThere: true };
  const node = createNodeTransport();
  const code = 'net::ERR_INTERNET_DISCONNECTED';
  const none = playedTransport(() => Promise.resolve({ end: 'failed', code, message: code }));
  const made = await outboxFixture({
    themes: 2,
    transport: {
      send: (request) => (network.isThere ? node : none).send(request),
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
  const now = async () => (await made.items()).filter(({ themeId }) => themeId === id);
  network.isThere = false;
  await made.publish(...made.ids);
  await made.settled();
  const before = await now();
  network.isThere = true;
  then(made);
  made.outbox.wake();
  await made.settled();
  return [...before, ...(await now())];
}

it('what is said of the other is not that there is no network', async () => {
  const [before, after] = await second(({ practice }) =>
    practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '60', times: 1 }),
  );
  if (!before || !after) throw new Error('it waits');
  // The control: without a network that is said.
  expect([before.why, whyText(before).detail]).toEqual(['unreachable', offline]);
  expect([after.why, whyText(after).line]).toEqual(['asked', 'The service asked Foyer to wait']);
  expect(whyText(after).detail).not.toContain(offline);
});
