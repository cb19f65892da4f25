/**
 * A later save is in doubt, and goes once more at a service that is known to keep the ids that clients pick.
 * While that is under way, the answer to another theme's first save tells that it keeps them no more.
 */
import { expect, it } from 'vitest';
import { unaskedRepeats } from './item-status';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it was known before', 'no'],
  ['it is known only then', 'yes'],
] as const)('is repeated no more often than is harmless: %s', async (_name, known) => {
  const made = await outboxFixture();
  const { themeId: first } = made.place;
  await made.publish();
  await made.drained();
  Object.assign(made.connection, { keepsClientIds: 'unknown' });
  await made.library.handlers.rename({ id: first, name: 'Port' });
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  expect(made.practice.received()).toHaveLength(2);

  Object.assign(made.connection, { keepsClientIds: known });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
  const release = made.practice.holdAnswers();
  made.clock.pass(60_000);
  await arrived(made.practice, 3);
  // What the answer to the other theme's save told.
  Object.assign(made.connection, { keepsClientIds: 'no' });
  release();
  await made.drained();
  const sent = made.practice.received().filter(({ body }) => body.includes('"Port"'));
  expect(sent.length - 1).toBeLessThanOrEqual(unaskedRepeats);
  expect(await made.items()).toMatchObject([{ themeId: first, why: 'decision' }]);
});
