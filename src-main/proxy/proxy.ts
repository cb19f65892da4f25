/**
 * Signing in to a proxy on the way to the services. One question at a time, once a proxy; what is
 * answered stays in memory until the program ends.
 */
import { randomUUID } from 'node:crypto';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { ProxyQuestion } from '@shared/bridge/proxy';

/** A proxy that wants to be signed in to; the transport's `ProxySignIn` fits. */
export interface AskingProxy {
  /** `host:port` */
  readonly host: string;
  readonly realm: string;
}

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

export interface ProxySignIn {
  readonly handlers: Handlers<FoyerCalls>['proxy'];
  /**
   * What a person answers, or answered before. `undefined`: they won't. Never rejects.
   *
   * A proxy that asks again soon after it was answered did not take the answer.
   */
  readonly ask: (proxy: AskingProxy) => Promise<ProxyCredentials | undefined>;
  /** A person wants to send something: one that said no may be asked again. */
  readonly mayAskAgain: () => void;
}

interface Known {
  readonly credentials: ProxyCredentials | undefined;
  /** How many requests were given it that have not been refused since. */
  givenAt: number;
}

/** A proxy that asks again within this time has refused what it was given. */
const refusedWithinMs = 5_000;

/**
 * `onChange` is told which question waits now. `canAsk` says whether there is a window in which a
 * person can be asked: a request must not wait for an answer that nobody can give.
 */
export function createProxySignIn(
  onChange: (question: ProxyQuestion | null) => void,
  canAsk: () => boolean = () => true,
  now: () => number = () => Number(process.hrtime.bigint() / 1_000_000n),
): ProxySignIn {
  const known = new Map<string, Known>();
  const asking = new Map<
    string,
    { question: ProxyQuestion; answers: ((found: ProxyCredentials | undefined) => void)[] }
  >();

  const waiting = (): ProxyQuestion | null => {
    const [first] = asking.values();
    return first?.question ?? null;
  };

  return {
    ask({ host, realm }) {
      const key = JSON.stringify([host, realm]);
      const before = known.get(key);
      if (before) {
        const isRefused =
          before.credentials !== undefined && now() - before.givenAt < refusedWithinMs;
        if (!isRefused) {
          before.givenAt = now();
          return Promise.resolve(before.credentials);
        }
        known.delete(key);
      }
      if (!canAsk()) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const open = asking.get(key);
        if (open) {
          open.answers.push(resolve);
          return;
        }
        const question = {
          id: randomUUID(),
          host: host.slice(0, 300),
          realm: realm.slice(0, 300),
          isAgain: before !== undefined,
        };
        asking.set(key, { question, answers: [resolve] });
        onChange(waiting());
      });
    },
    mayAskAgain() {
      for (const [key, { credentials }] of known) if (!credentials) known.delete(key);
    },
    handlers: {
      waiting,
      answer({ id, signIn }) {
        const [key, found] =
          [...asking].find(([, { question }]) => question.id === id) ?? ([] as const);
        if (key === undefined || !found) return undefined;
        asking.delete(key);
        const credentials = signIn ?? undefined;
        known.set(key, { credentials, givenAt: now() });
        for (const answer of found.answers) answer(credentials);
        onChange(waiting());
        return undefined;
      },
    },
  };
}
