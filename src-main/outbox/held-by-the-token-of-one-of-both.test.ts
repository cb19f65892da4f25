/**
 * Two connections lead to one workspace, each with its own token, and the token of one has expired, which nobody knows
 * yet. A person publishes a theme to both at once: “published through several at once, it takes one whose token isn’t
 * refused” (docs/guide.md).
 */
import { describe, expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function twoToOneWorkspace(expired: string, themes = 1) {
  const made = await outboxFixture({ themes });
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

it('arrives with all that waits behind it, each once', async () => {
  const made = await twoToOneWorkspace('c1', 3);
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  await made.settled();
  expect(made.practice.state().templates).toHaveLength(3);
  expect(await made.items()).toEqual([]);
  // Nothing is said of the token that was refused first.
  expect(made.answers.map(({ result }) => result?.outcome.kind)).not.toContain('tokenRefused');
});

it('waits where both are refused, and goes once either has another token', async () => {
  const made = await twoToOneWorkspace('c1');
  made.tokenFor = () => Promise.resolve('expired');
  const { outbox, place, practice, token } = made;
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
  await made.settled();
  expect(await made.items()).toMatchObject([
    { connectionId: 'c2', why: 'tokenRefused' },
    { connectionId: 'c1', why: 'tokenRefused' },
  ]);
  made.tokenFor = (id) => Promise.resolve(id === 'c1' ? token : 'expired');
  outbox.tokenReplaced('c1');
  await made.settled();
  expect(await made.items()).toEqual([]);
  expect(practice.state().templates).toHaveLength(1);
});

it('arrives through the other one where Foyer was ended before it left', async () => {
  const made = await twoToOneWorkspace('c1');
  const { outbox, place, practice, tokenFor } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
  await outbox.close(0);
  const again = await nextRun(made);
  again.tokenFor = tokenFor;
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  expect(await again.items()).toEqual([]);
  expect(practice.state().templates).toHaveLength(1);
});

it('is not sent again through the other one while it may have arrived', async () => {
  const made = await twoToOneWorkspace('none');
  const { outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
  await made.drained();
  made.tokenFor = (id) => Promise.resolve(id === 'c1' ? 'expired' : made.token);
  outbox.tokenReplaced('c1');
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  expect(practice.received()).toHaveLength(1);
});

describe.each(['c1', 'c2'])(
  'waits for both tokens, and that of %s has its rights again',
  (right) => {
    async function bothRefused() {
      const made = await twoToOneWorkspace('none');
      const to = { themeIds: [made.place.themeId], connectionIds: ['c1', 'c2'] };
      made.tokenFor = () => Promise.resolve('expired');
      await made.outbox.handlers.publish(to);
      await made.settled();
      expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }, { why: 'tokenRefused' }]);
      made.tokenFor = (id) => Promise.resolve(id === right ? made.token : 'expired');
      return { made, to };
    }

    it('arrives once it is tried again', async () => {
      const { made } = await bothRefused();
      await made.outbox.handlers.retry({});
      await made.drained();
      expect(made.practice.state().templates).toHaveLength(1);
    });

    it('arrives once it is published to both again', async () => {
      const { made, to } = await bothRefused();
      await made.outbox.handlers.publish(to);
      await made.drained();
      expect(made.practice.state().templates).toHaveLength(1);
    });
  },
);
