import { describe, expect, it } from 'vitest';
import type { TransportRequest, TransportResult } from './transport';
import { inLanes, leaveAtTurn, stoppedBefore } from './turns';

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

describe('a request whose turn has come', () => {
  function turn(mayLeave: () => boolean) {
    const happened: string[] = [];
    let freeTheWay = (): void => undefined;
    const isFree = new Promise<void>((done) => (freeTheWay = done));
    const ended = leaveAtTurn(
      {
        ...({} as TransportRequest),
        signal: new AbortController().signal,
        atTurn: () => {
          happened.push('written down');
          return Promise.resolve(true);
        },
        leavingHeaders: () => {
          happened.push('its headers read');
          return Promise.resolve({});
        },
        mayLeave: () => {
          happened.push('asked');
          return mayLeave();
        },
      },
      () => {
        happened.push('left');
        return Promise.resolve<TransportResult>({ end: 'refusedByProxy' });
      },
      isFree,
    );
    return { ended, happened, freeTheWay };
  }

  it('is asked last of all whether it may leave, when its way is free', async () => {
    const { ended, happened, freeTheWay } = turn(() => true);
    await new Promise((next) => setImmediate(next));
    expect(happened).toEqual(['written down']);
    freeTheWay();
    await ended;
    expect(happened).toEqual(['written down', 'its headers read', 'asked', 'left']);
  });

  it('ends as stopped before its start when it may not', async () => {
    const { ended, happened, freeTheWay } = turn(() => false);
    freeTheWay();
    expect(await ended).toBe(stoppedBefore);
    expect(happened).not.toContain('left');
  });
});
