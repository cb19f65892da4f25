/** A transport without a network: what comes of each request that leaves is played. */
import type { Transport, TransportRequest, TransportResult } from '../transport';
import { inTurns, leaveAtTurn } from '../turns';

export type { TransportRequest, TransportResult } from '../transport';

/** In turns as the real ones; `play` gets each request in the moment in which it leaves. */
export function playedTransport(
  play: (request: TransportRequest) => Promise<TransportResult>,
): Transport {
  const sendNow = (request: TransportRequest): Promise<TransportResult> =>
    leaveAtTurn(request, (headers) => {
      request.onStart?.();
      return play({ ...request, headers });
    });
  const sendOnce = inTurns(sendNow);
  return {
    send: (request) => (request.once ? sendOnce(request) : sendNow(request)),
    close: () => Promise.resolve(),
  };
}
