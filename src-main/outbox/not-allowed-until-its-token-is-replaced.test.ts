/**
 * A service doesn't allow a save (403), which may be for its token, and Foyer offers to replace that. With the new one the
 * save goes again by itself, also a first one: nothing came of it. What was refused for another reason stays.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each([
  ['it was not allowed', 403, 1],
  ['the control: it can’t be sent as it is', 400, 0],
])('its token is replaced: %s', async (_name, status, sent) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status } }]);
  made.outbox.tokenReplaced('c1');
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(sent);
  expect(await made.items()).toHaveLength(1 - sent);
});

it('nothing is said of the earlier refusal once it waits, also after a restart', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
  await made.publish();
  await made.drained();
  await made.outbox.handlers.setPaused({ isPaused: true });
  made.outbox.tokenReplaced('c1');
  await made.settled();
  const [item] = await made.items();
  expect(item).toMatchObject({ why: 'paused' });
  expect(item?.outcome).toBeUndefined();
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  expect(answers).toEqual([]);
  await made.outbox.close(0);
  const again = await nextRun(made);
  await again.settled();
  expect(await again.items()).toMatchObject([{ why: 'paused' }]);
});
