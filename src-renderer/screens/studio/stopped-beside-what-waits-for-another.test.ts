/**
 * Two connections lead to one workspace. An earlier version waits there for its next try, published through the first
 * one; with the second in use, the studio shows that it waits there, too. A newer version is published to the second,
 * and stopped at once, while a slow disk is still writing the theme: “Publishing” with a Cancel beside it is of that one,
 * and what was cancelled before it was queued isn't sent.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { holdNextReading } from '../../../src-main/outbox/testing/held-reading';
import { connections } from '../../state/connections.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { reports } from '../../ui/reports.svelte';
import { ThemePublishing } from './publishing.svelte';

beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const first = { ...trialConnection('northwind'), id: 'c1', label: 'Northwind' };
const second = { ...first, id: 'c2', label: 'Team' };

/** The real room, and a window that speaks to it. */
async function windowOf(isEarlierWaiting: boolean) {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
  const { practice, place } = made;
  if (isEarlierWaiting) {
    practice.setBehaviour('saveThemeTemplate', { status: 500, times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([
      { connectionId: 'c1', why: 'retry', twins: ['c2'], name: 'Harbour' },
    ]);
  }
  const { handlers } = made.outbox;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [first, second], currentId: 'c2' }) },
    outbox: {
      list: () => handlers.list(undefined),
      publish: (input) => handlers.publish(input),
      cancel: (input) => handlers.cancel(input),
    },
  });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await connections.start();
  await outbox.start();
  return { made, publishing: new ThemePublishing(new OpenThemeState(place.themeId)) };
}

it.each([
  ['the control: nothing waits there', false],
  ['an earlier version waits for the other connection', true],
])('is not sent: %s', async (_name, isEarlierWaiting) => {
  const { made, publishing } = await windowOf(isEarlierWaiting);
  const { library, practice, place } = made;
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  const before = practice.received().length;
  const { goOn, reading } = holdNextReading(library);
  const published = publishing.publish(second);
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  // With this, the button says “Publishing” and Cancel stands beside it.
  expect(publishing.isSendingTo(second)).toBe(true);
  await publishing.cancel(second);
  goOn();
  await published;
  await made.settled();
  expect(reports.list).toEqual([]);
  const sent = practice.received().slice(before);
  expect(sent.map(({ body }) => (JSON.parse(body) as { name: string }).name)).not.toContain(
    'Newer',
  );
});
