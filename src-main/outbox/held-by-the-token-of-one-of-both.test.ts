/**
 * Two connections lead to one workspace, each with its own token, and the token of one has expired, which nobody knows
 * yet. A person publishes a theme to both at once. “Published through several at once, it takes one whose token isn’t
 * refused” (docs/guide.md), and “a refused token holds up nothing that you publish through another connection to that
 * workspace” (CHANGELOG).
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function twoToOneWorkspace(expired: string) {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  const { token } = made;
  made.tokenFor = (id) => Promise.resolve(id === expired ? 'expired' : token);
  return made;
}

it.each([
  ['the control: that of the second one', 'c2'],
  ['that of the first one', 'c1'],
])('arrives through the other one: %s', async (_name, expired) => {
  const made = await twoToOneWorkspace(expired);
  const { outbox, practice, place } = made;
  const { themeId } = place;
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
  await made.settled();
  expect(practice.state().templates).toHaveLength(1);
  expect(await made.items()).toEqual([]);
});

it('the control: arrives where it is known by then that the token is refused', async () => {
  const made = await twoToOneWorkspace('c1');
  const { outbox, practice, place } = made;
  const { themeId } = place;
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
  await made.settled();
  expect(practice.state().templates).toHaveLength(1);
});

it('arrives through the other one where the first one has no token', async () => {
  const made = await twoToOneWorkspace('c1');
  made.tokenFor = (id) => Promise.resolve(id === 'c1' ? undefined : made.token);
  const { outbox, practice, place } = made;
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
  await made.settled();
  expect(practice.state().templates).toHaveLength(1);
});
