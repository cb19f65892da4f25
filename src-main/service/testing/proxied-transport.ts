/** A transport behind a proxy that a person has to sign in to before anything leaves. */
import type { Transport } from '../transport';
import { leaveAtTurn, stoppedBefore } from '../turns';

/** The transport, and the person. */
export interface ProxiedTransport extends Transport {
  /** Resolves when the proxy holds a request back. */
  readonly isHeld: Promise<void>;
  /** A person signs in: what is held back may go on, and nothing is held back any more. */
  readonly signIn: () => void;
}

/** Holds back what goes through another transport, as Electron's does where a proxy asks. */
export function proxied(transport: Transport): ProxiedTransport {
  let signIn = (): void => undefined;
  const signedIn = new Promise<void>((resolve) => (signIn = resolve));
  let hold = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  let isOpen = false;
  return {
    isHeld,
    signIn() {
      isOpen = true;
      signIn();
    },
    send: (request) =>
      leaveAtTurn(request, async (headers) => {
        if (!isOpen) {
          request.onStart?.();
          // The proxy’s word comes over a network, when all that hears of the start has heard.
          for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next));
          request.onHeld?.();
          hold();
          const stopped = new Promise<void>((resolve) => {
            request.signal.addEventListener('abort', () => resolve());
          });
          await Promise.race([signedIn, stopped]);
          if (request.signal.aborted) return stoppedBefore;
          if (!((await request.mayGoOn?.()) ?? true)) return stoppedBefore;
        }
        return transport.send({
          ...request,
          headers,
          atTurn: async () => true,
          leavingHeaders: async () => ({}),
        });
      }),
    close: () => transport.close(),
  };
}
