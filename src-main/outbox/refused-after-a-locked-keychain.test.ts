/**
 * The keychain is locked when a theme is to be sent (a Linux desktop after login, say). A person unlocks it, and the
 * next try, which Foyer makes by itself, reaches the service, which refuses the theme; or the network is away by
 * then. What the outbox and the studio say is in the way.
 */
import { ProblemError } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** What is shown after one try that `happens` to, where the try before met a locked keychain, or there was none. */
async function shownAfter(
  isLockedFirst: boolean,
  happens: (made: OutboxFixture) => void | Promise<void>,
) {
  const made = await outboxFixture();
  const open = made.tokenFor;
  if (isLockedFirst) {
    made.tokenFor = () => Promise.reject(new ProblemError({ code: 'keychainLocked' }));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([
      { why: 'problem', problem: { code: 'keychainLocked' } },
    ]);
    made.tokenFor = open;
  }
  await happens(made);
  // No word of a person's: the next try comes by itself.
  if (isLockedFirst) made.clock.pass(10 * 60_000);
  else await made.publish();
  await made.settled();
  const [item] = await made.items();
  return item;
}

const refuses = (made: OutboxFixture): void =>
  made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
const isAway = (made: OutboxFixture): Promise<void> => made.practice.stop();

it('the control: of what the service refused at once, that it refused it', async () => {
  const item = await shownAfter(false, refuses);
  expect(item).toMatchObject({ why: 'refused', outcome: { kind: 'rejected', status: 400 } });
  expect(item).not.toHaveProperty('problem');
});

it('of what the service refused later, not that the keychain is locked', async () => {
  const item = await shownAfter(true, refuses);
  expect(item).toMatchObject({ why: 'refused', outcome: { kind: 'rejected', status: 400 } });
  // The panel's line (`whyText`) and the studio's notice are this problem, in place of what the service said.
  expect(item?.problem).toBeUndefined();
});

it('of what can’t be reached later, not that the keychain is locked', async () => {
  const item = await shownAfter(true, isAway);
  expect(item).toMatchObject({ why: 'unreachable', outcome: { kind: 'notSent' } });
  // The studio's notice is this problem.
  expect(item?.problem).toBeUndefined();
});
