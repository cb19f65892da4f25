import { expect, it } from 'vitest';
import { PageCrashes } from './page-crashes';

it('a page that crashes again and again stays away; one that crashes now and then comes back', () => {
  let now = 0;
  const crashes = new PageCrashes(() => now);
  const inTurn = (count: number, everyMs: number) =>
    Array.from({ length: count }, () => {
      now += everyMs;
      return crashes.mayComeBack();
    });
  expect(inTurn(4, 1_000)).toEqual([true, true, true, false]);
  expect(inTurn(20, 61_000)).toEqual(Array.from({ length: 20 }, () => true));
});
