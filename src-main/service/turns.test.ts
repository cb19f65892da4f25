import { describe, expect, it } from 'vitest';
import type { TransportRequest, TransportResult } from './transport';
import { inLanes } from './turns';

describe('requests that leave side by side', () => {
  it('have a lane each while they are under way, and lanes are used again', async () => {
    const ends: (() => void)[] = [];
    const used: number[] = [];
    const result: TransportResult = { end: 'refusedByProxy' };
    const send = inLanes(
      (number) => number,
      (lane) => {
        used.push(lane);
        return new Promise<TransportResult>((done) => ends.push(() => done(result)));
      },
    );
    const request = {} as TransportRequest;
    const first = send(request);
    const second = send(request);
    expect(used).toEqual([0, 1]);
    ends[0]?.();
    await first;
    const third = send(request);
    expect(used).toEqual([0, 1, 0]);
    for (const end of ends) end();
    await Promise.all([second, third]);
  });

  it('give their lane back when sending fails', async () => {
    const used: number[] = [];
    const send = inLanes(
      (number) => number,
      (lane) => {
        used.push(lane);
        return Promise.reject(new Error('broken'));
      },
    );
    const request = {} as TransportRequest;
    await expect(send(request)).rejects.toThrow('broken');
    await expect(send(request)).rejects.toThrow('broken');
    expect(used).toEqual([0, 0]);
  });
});
