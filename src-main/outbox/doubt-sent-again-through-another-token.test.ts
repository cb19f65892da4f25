/**
 * Two connections lead to one workspace, each with a token of its own. A first save through the second is cancelled
 * under way. The doubt is about what left through that one: it is named so, and sent again through it.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it('is the second connection’s doubt, as it was its save', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const release = made.practice.holdAnswers();
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
  await arrived(made.practice);
  const only = { ...made.place, connectionId: 'c2' };
  await made.outbox.handlers.cancel({ only });
  release();
  await made.settled();
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
});
