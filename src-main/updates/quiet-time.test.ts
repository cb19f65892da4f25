import { describe, expect, it } from 'vitest';
import { createQuietTime } from './quiet-time';

describe('the time in which nothing is sent', () => {
  it('is none while anything is under way, and begins when the last has ended', async () => {
    let now = 1_000;
    const { during, quietMs } = createQuietTime(() => now);
    now += 50;
    expect(quietMs()).toBe(50);
    const ends: (() => void)[] = [];
    const wait = () => during(() => new Promise<void>((done) => ends.push(done)));
    const both = [wait(), wait()];
    expect(quietMs()).toBe(0);
    ends[0]?.();
    await both[0];
    expect(quietMs()).toBe(0);
    ends[1]?.();
    await both[1];
    expect(quietMs()).toBe(1);
    now += 70;
    expect(quietMs()).toBe(70);
  });

  it('goes on after what failed', async () => {
    const { during, quietMs } = createQuietTime();
    await expect(during(() => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect(quietMs()).toBeGreaterThan(0);
  });
});
