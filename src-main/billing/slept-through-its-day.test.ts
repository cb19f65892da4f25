/**
 * A checkout is left open, and the computer sleeps for longer than the day that its address to return to is good for: the
 * timers of a program stand still meanwhile (Linux, macOS), and the computer's clock goes on. Awake again, Foyer doesn't say
 * that it waits “until” a time that is over.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answering, at, changeOnce, checkoutUrl, draft, trialBilling } from './testing/trial-billing';

const { open } = trialBilling();
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const hour = 60 * 60 * 1_000;

it.each([
  ['the control: a night', 10],
  ['a day and a night', 34],
])('nothing is waited for until a time that is over: %s', async (_name, hours) => {
  const room = await open(answering({ checkoutUrl }).send);
  await changeOnce(room, draft);
  vi.setSystemTime(Date.now() + hours * hour);
  const [change] = (await room.handlers.state(at)).changes;
  const back = change?.checkoutReturn;
  const isWaitedFor = back?.state === 'listening';
  expect(isWaitedFor && Date.parse(back.until) < Date.now()).toBe(false);
  // The control is that it is waited for as long as it may be.
  if (hours < 24) expect(isWaitedFor).toBe(true);
});
