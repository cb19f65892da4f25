/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A person publishes two themes on a train. The network comes back, and the service refuses the token of the first. What the
 * studio says of the second, which waits for the token now, is not that the computer is offline.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { createNodeTransport } from '../../../src-main/service/node-transport';
import { playedTransport } from '../../../src-main/service/testing/played-transport';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const offline = 'This computer is offline.';

/** The second theme in the studio, published without a network; `goOn` brings that back, with another token or as it was. */
async function publishedOffline() {
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
  const { library, connection } = made;
  const [, themeId = ''] = made.ids;
  await made.publish(...made.ids);
  await made.drained();
  for (const [at, id] of made.ids.entries()) {
    await library.handlers.rename({ id, name: `Newer ${String(at)}` });
  }
  navigation.go({ screen: 'studio', themeId });
  const list = [trialConnection('c1', { ...connection, tokenState: 'keychain' })];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: library.handlers,
    outbox: made.outbox.handlers,
    pictures: { show: () => [] },
  });
  library.onThemeChange((theme) => main.emit('library.themeChanged', theme));
  made.onAnswer((answered) => main.emit('outbox.answered', answered));
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start()]);
  render(Studio, { themeId });
  /** The window hears of what there is now. */
  const tell = async () => {
    await made.settled();
    main.emit('outbox.changed', await made.outbox.handlers.list(undefined));
  };
  network.isThere = false;
  await made.publish(...made.ids);
  await tell();
  await screen.findByText('Waiting to publish to Northwind');
  return { made, network, tell, themeId };
}

it('the control: as long as it waits for the network, that is said', async () => {
  await publishedOffline();
  expect(await screen.findByText(offline)).toBeVisible();
});

it('is not said to be offline once it isn’t, while it waits for another token', async () => {
  const { made, network, tell, themeId } = await publishedOffline();
  network.isThere = true;
  made.token = 'revoked-since';
  made.outbox.wake();
  await tell();
  const item = (await made.items()).find((each) => each.themeId === themeId);
  expect(item?.why).toBe('tokenRefused');
  expect(await screen.findByText('Foyer sends it when you replace the token.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(offline)).toBeNull());
});
