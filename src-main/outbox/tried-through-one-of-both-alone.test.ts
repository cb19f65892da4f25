/**
 * A theme was published through two connections to one workspace at once, and both tokens were refused. The person has the
 * rights of one of them put right at the service: the token is the same. *Try all now* “takes one whose token isn’t
 * refused” (docs/guide.md), whichever it is.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function bothRefused() {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  made.tokenFor = () => Promise.resolve('expired');
  const { outbox, place } = made;
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  return made;
}

it.each(['c1', 'c2'])('Try all now, with the rights of %s', async (right) => {
  const made = await bothRefused();
  made.tokenFor = (id) => Promise.resolve(id === right ? made.token : 'expired');
  for (let time = 0; time < 3; time += 1) {
    await made.outbox.handlers.retry({});
    await made.drained();
  }
  expect(made.practice.state().templates).toHaveLength(1);
});

it.each(['c1', 'c2'])('published to both once more, with the rights of %s', async (right) => {
  const made = await bothRefused();
  made.tokenFor = (id) => Promise.resolve(id === right ? made.token : 'expired');
  await made.outbox.handlers.publish({
    themeIds: [made.place.themeId],
    connectionIds: ['c1', 'c2'],
  });
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});
