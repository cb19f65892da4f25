/**
 * The keychain is locked when a theme is to be sent (a Linux desktop after login, say). A person unlocks it, and the
 * next try, which Foyer makes by itself, reaches the service, which refuses the theme; or the network is away by
 * then, or the token. What the outbox and the studio say is in the way.
 */
import { ProblemError } from '@shared/problem-error';
import type { OutboxItem } from '@shared/publishing';
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** The first try, after which the keychain is unlocked. */
async function meetALockedKeychain(made: OutboxFixture): Promise<void> {
  const open = made.tokenFor;
  made.tokenFor = () => Promise.reject(new ProblemError({ code: 'keychainLocked' }));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([
    { why: 'problem', problem: { code: 'keychainLocked' } },
  ]);
  made.tokenFor = open;
}

/** What is shown after one try that `happens` to, where the try before met a locked keychain, or there was none. */
async function shownAfter(
  isLockedFirst: boolean,
  happens: (made: OutboxFixture) => void | Promise<void>,
): Promise<OutboxItem | undefined> {
  const made = await outboxFixture();
  if (isLockedFirst) await meetALockedKeychain(made);
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

it('of what lacks its token later, not that the keychain is locked', async () => {
  const item = await shownAfter(true, (made) => {
    made.token = undefined;
  });
  expect(item).toMatchObject({ why: 'tokenMissing' });
  // The studio's notice is this problem.
  expect(item?.problem).toBeUndefined();
});

it('while the later try is on its way, not that the keychain is locked', async () => {
  const made = await outboxFixture();
  await meetALockedKeychain(made);
  const release = made.practice.holdAnswers();
  made.clock.pass(10 * 60_000);
  await arrived(made.practice);
  const [item] = await made.items();
  release();
  await made.settled();
  expect(item).toMatchObject({ why: 'sending' });
  // The studio's notice is this problem.
  expect(item?.problem).toBeUndefined();
});
