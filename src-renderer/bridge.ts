/**
 * The typed way to main: `bridge.library.open({ id })`, `onEvent('library.changed', …)`. It is the
 * only file in the windows that touches `window.foyer`.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Facade, Wire } from '@shared/bridge/contract';
import type { EventName, EventPayloads } from '@shared/bridge/events';
import { ProblemError } from '@shared/problem-error';

declare global {
  interface Window {
    /** Exposed by preload. */
    readonly foyer: Wire;
  }
}

/** What main has not answered yet. */
const underWay = new Set<Promise<unknown>>();

function room(name: string): unknown {
  return new Proxy(
    {},
    {
      get: (_rooms, call) => async (input: unknown) => {
        const asked = window.foyer.invoke(`${name}.${String(call)}`, input);
        underWay.add(asked);
        const answer = await asked.finally(() => underWay.delete(asked));
        // Fields of an error do not survive the context bridge, so the error is made again here.
        if (!answer.ok) throw new ProblemError(answer.problem);
        return answer.value;
      },
    },
  );
}

/** Every call of the contract. Rejects with a `ProblemError`. */
export const bridge = new Proxy(
  {},
  { get: (_bridge, name) => room(String(name)) },
) as Facade<FoyerCalls>;

/**
 * Does something, and waits until main has answered what is asked of it thereby; not what was asked
 * before, which may take long.
 */
export async function untilAnswered(act: () => void): Promise<void> {
  const before = new Set(underWay);
  act();
  // The page may settle first. A timer would wait for a second where the window is hidden.
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
  port1.close();
  await Promise.allSettled([...underWay].filter((asked) => !before.has(asked)));
}

/** Listens to an event of the contract; returns its end. */
export function onEvent<Name extends EventName>(
  name: Name,
  listener: (payload: EventPayloads[Name]) => void,
): () => void {
  return window.foyer.subscribe(name, (payload) => listener(payload as EventPayloads[Name]));
}
