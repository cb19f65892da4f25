/**
 * A first save may have arrived, a newer version waits behind it and is sent at a person's word; the service doesn't allow
 * that (403). The person replaces the token, looks on the service's dashboard, and settles the doubt. The newer version was
 * refused with the token that is gone: “If you replace the token, what was refused is sent again” (docs/guide.md).
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function notAllowedBehindADoubt() {
  const made = await outboxFixture();
  const { practice, library, outbox, place } = made;
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterReading', times: 1 });
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await made.publish();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', status: 403, times: 1 });
  await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', outcome: { status: 403 } }]);
  return made;
}

it.each([
  ['the control: once the doubt is settled', 'after'],
  ['while the doubt is still to be decided', 'before'],
])('its token is replaced: %s', async (_name, when) => {
  const made = await notAllowedBehindADoubt();
  if (when === 'before') made.outbox.tokenReplaced('c1');
  await made.drained();
  await made.outbox.handlers.decide({ ...made.place, decision: 'drop' });
  await made.drained();
  if (when === 'after') made.outbox.tokenReplaced('c1');
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
});

it('where the service keeps IDs nobody is asked, as nobody was before', async () => {
  const made = await outboxFixture();
  const { practice, outbox, place } = made;
  made.connections[0] = Object.assign(made.connection, { keepsClientIds: 'yes' as const });
  practice.setBehaviour('saveThemeTemplate', { form: 'text', status: 200, times: 1 });
  await made.publish();
  await made.drained();
  practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
  await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
  outbox.tokenReplaced('c1');
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(practice.state().templates).toHaveLength(1);
});

it('where it turns out that the service keeps no IDs, it is asked about before it goes', async () => {
  const made = await outboxFixture();
  const { practice, outbox } = made;
  made.connections[0] = Object.assign(made.connection, { keepsClientIds: 'yes' as const });
  practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
  await made.publish();
  await made.settled();
  practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
  await outbox.handlers.setPaused({ isPaused: true });
  outbox.tokenReplaced('c1');
  await made.settled();
  made.connections[0] = Object.assign(made.connection, { keepsClientIds: 'no' as const });
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  expect(practice.received()).toHaveLength(2);
});
