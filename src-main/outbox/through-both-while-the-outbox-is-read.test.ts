/**
 * Two connections lead to one workspace, and the token of one was refused. Foyer starts from a slow disk, and a person
 * publishes through both at once: "published through several at once, it takes one whose token isn't refused".
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: once the outbox was read', false],
  ['while the outbox is still being read', true],
])('takes the one whose token is not refused: %s', async (_name, isEarly) => {
  const first = await outboxFixture({ themes: 2 });
  const [refused = '', other = ''] = first.ids;
  first.connections.push({ ...first.connection, id: 'c2', label: 'The same' });
  first.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await first.publish(refused);
  await first.drained();
  expect(await first.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
  await first.outbox.close(0);

  const { goOn } = holdState();
  const again = await nextRun(first);
  if (!isEarly) {
    goOn();
    await again.settled();
  }
  const publishing = again.outbox.handlers.publish({
    themeIds: [other],
    connectionIds: ['c1', 'c2'],
  });
  goOn();
  expect(await publishing).toMatchObject({ problems: [] });
  await again.drained();
  expect((await again.items()).map(({ themeId }) => themeId)).toEqual([refused]);
  expect(first.practice.state().templates.map(({ name }) => name)).toEqual(['Harbour 2']);
});
