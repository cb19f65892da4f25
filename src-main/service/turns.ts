import type { Transport, TransportRequest, TransportResult } from './transport';

/** How a request ends that has not left: it was stopped while it waited, or must not leave any more. */
export const stoppedBefore: TransportResult = {
  end: 'stopped',
  hasStarted: false,
  body: Buffer.alloc(0),
};

/** Lets one request leave after the other has ended; one that is stopped while it waits ends at once. */
export function inTurns(send: Transport['send']): Transport['send'] {
  let turn: Promise<unknown> = Promise.resolve();
  return (request) => {
    if (request.signal.aborted) return Promise.resolve(stoppedBefore);
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        resolve(stoppedBefore);
      };
      request.signal.addEventListener('abort', leaveQueue);
      turn = turn.then(() => {
        request.signal.removeEventListener('abort', leaveQueue);
        if (request.signal.aborted) return undefined;
        // The next one needs to know only that this one has ended.
        return send(request).then(resolve, reject);
      });
    });
  };
}

/**
 * Lets requests leave side by side, each in a lane of its own, which carries one at a time. A lane is
 * made (`makeLane`, with its number from 0) when none is free, so there are as many as were ever used
 * at once, and nothing waits.
 */
export function inLanes<Lane>(
  makeLane: (number: number) => Lane,
  send: (lane: Lane, request: TransportRequest) => Promise<TransportResult>,
): Transport['send'] {
  const free: Lane[] = [];
  let lanes = 0;
  const newLane = () => {
    lanes += 1;
    return makeLane(lanes - 1);
  };
  return async (request) => {
    const lane = free.pop() ?? newLane();
    try {
      return await send(lane, request);
    } finally {
      free.push(lane);
    }
  };
}

/**
 * Has a request leave when its turn has come and `isFree` has resolved as well, with its headers as they are
 * by then, unless it must not, or was stopped: nothing comes between that look and `leave`.
 */
export async function leaveAtTurn(
  request: TransportRequest,
  leave: (headers: Readonly<Record<string, string>>) => Promise<TransportResult>,
  isFree: Promise<unknown> = Promise.resolve(),
): Promise<TransportResult> {
  const [goesOn] = await Promise.all([request.atTurn?.() ?? true, isFree]);
  if (!goesOn || request.signal.aborted) return stoppedBefore;
  const added = request.leavingHeaders ? await request.leavingHeaders() : {};
  if (added === undefined || request.signal.aborted) return stoppedBefore;
  if (request.mayLeave?.() === false) return stoppedBefore;
  return leave({ ...request.headers, ...added });
}
