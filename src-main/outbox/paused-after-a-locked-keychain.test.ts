/**
 * The keychain is locked when a theme is to be sent, and a person pauses publishing: by then it waits for them to
 * resume, whatever becomes of the keychain. What the outbox and the studio say is in the way.
 */
import { ProblemError } from '@shared/problem-error';
import type { OutboxItem } from '@shared/publishing';
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function meetALockedKeychain(made: OutboxFixture): Promise<() => void> {
  const open = made.tokenFor;
  made.tokenFor = () => Promise.reject(new ProblemError({ code: 'keychainLocked' }));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([
    { why: 'problem', problem: { code: 'keychainLocked' } },
  ]);
  return () => (made.tokenFor = open);
}

async function shownPaused(isLockedFirst: boolean): Promise<OutboxItem | undefined> {
  const made = await outboxFixture();
  const unlock = isLockedFirst ? await meetALockedKeychain(made) : undefined;
  await made.outbox.handlers.setPaused({ isPaused: true });
  if (!isLockedFirst) await made.publish();
  // Unlocked long since: the next try is due, and nothing but the pause is in its way.
  unlock?.();
  made.clock.pass(10 * 60_000);
  await made.settled();
  expect(made.practice.received()).toEqual([]);
  const [item] = await made.items();
  return item;
}

it('the control: of what was not tried, that it is paused', async () => {
  const item = await shownPaused(false);
  expect(item).toMatchObject({ why: 'paused' });
  expect(item).not.toHaveProperty('problem');
});

it('of what met a locked keychain before, that it is paused, and not that the keychain is locked', async () => {
  const item = await shownPaused(true);
  expect(item).toMatchObject({ why: 'paused' });
  // It would be the studio's notice, in place of the pause (`PublishNotice`).
  expect(item?.problem).toBeUndefined();
});
