/** What comes while Foyer starts is waited for until somebody takes it. */
import { expect, it } from 'vitest';
import { createStartupQueue, type SecondStart } from './startup-queue';

it('says what waits, hands it over in order, and then each as it comes', () => {
  const queue = createStartupQueue();
  expect(queue.isWaiting).toBe(false);
  queue.add({ data: 'a' });
  queue.add({ data: 'b' });
  expect(queue.isWaiting).toBe(true);
  const taken: SecondStart[] = [];
  queue.follow((start) => taken.push(start));
  expect(queue.isWaiting).toBe(false);
  queue.add({ data: 'c' });
  expect(queue.isWaiting).toBe(false);
  expect(taken.map(({ data }) => data)).toEqual(['a', 'b', 'c']);
});
