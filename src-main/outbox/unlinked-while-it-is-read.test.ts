/**
 * A published theme is published once more. While it is read from a slow disk, a person unlinks it: what was
 * asked for of it before is over with its link.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

it.each([
  ['the control: it waits already', false],
  ['it is being read', true],
])('makes no second template: %s', async (_name, isBeingRead) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });

  const held = isBeingRead ? holdNextReading(made.library) : undefined;
  const publishing = made.publish();
  if (!isBeingRead) await publishing;
  await made.outbox.handlers.unlink(made.place);
  held?.goOn();
  await publishing;
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});
