/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A person publishes a theme on a train, pauses the outbox, and has a network again. What the studio says of the computer, in
 * the present, is of the present: the outbox's own list says only that it is paused.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { playedTransport } from '../../../src-main/service/testing/played-transport';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { whyText } from '../../features/outbox/why-text';
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

const offline = 'This computer was offline.';

/** A theme that was published without a network, as the studio shows it. */
async function publishedOffline() {
  const network = { isThere: false };
  const code = 'net::ERR_INTERNET_DISCONNECTED';
  const transport = playedTransport(() => {
    if (network.isThere) throw new Error('nothing leaves while it is paused');
    return Promise.resolve({ end: 'failed', code, message: code });
  });
  const made = await outboxFixture({ transport });
  const { library, connection, place } = made;
  const { themeId } = place;
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
  await screen.findByRole('button', { name: 'Publish to Northwind' });
  /** The window hears of what there is now. */
  const tell = async () => {
    await made.settled();
    main.emit('outbox.changed', await made.outbox.handlers.list(undefined));
  };
  await made.publish();
  await tell();
  await screen.findByText('Waiting to publish to Northwind');
  return { made, network, tell };
}

it('the control: as long as it waits for the network, that is said', async () => {
  await publishedOffline();
  expect(await screen.findByText(offline)).toBeVisible();
});

it('is not said to be offline once it isn’t, while it waits for the end of a pause', async () => {
  const { made, network, tell } = await publishedOffline();
  await made.outbox.handlers.setPaused({ isPaused: true });
  network.isThere = true;
  expect(navigator.onLine).toBe(true);
  made.outbox.wake();
  await tell();
  expect(await screen.findByText('Foyer holds it until you resume the outbox.')).toBeVisible();
  // The list in the outbox's panel knows better.
  const [item] = await made.items();
  expect(item && whyText(item)).toEqual({ line: 'Paused', detail: '' });
  await waitFor(() => expect(screen.queryByText(offline)).toBeNull());
});
