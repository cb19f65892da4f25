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
   * `refused`: what the proxy was given before in the very exchange that asks, and did not take.
   */
  readonly ask: (
    proxy: AskingProxy,
    refused?: ProxyCredentials,
  ) => Promise<ProxyCredentials | undefined>;
  /** A person wants to send something: one that said no may be asked again. */
  readonly mayAskAgain: () => void;
}

/**
 * `onChange` is told which question waits now. `canAsk` says whether a person sees a window in which
 * they can be asked: a request must not wait for an answer that nobody can give.
 */
export function createProxySignIn(
  onChange: (question: ProxyQuestion | null) => void,
  canAsk: () => boolean = () => true,
): ProxySignIn {
  /** What was answered; `undefined`: a person would not. */
  const known = new Map<string, ProxyCredentials | undefined>();
  const asking = new Map<
    string,
    { question: ProxyQuestion; answers: ((found: ProxyCredentials | undefined) => void)[] }
  >();

  const waiting = (): ProxyQuestion | null => {
    const [first] = asking.values();
    return first?.question ?? null;
  };

  return {
    ask({ host, realm }, refused) {
      const key = JSON.stringify([host, realm]);
      // What was refused is not given again; another answer that came meanwhile is.
      if (refused !== undefined && known.get(key) === refused) known.delete(key);
      if (known.has(key)) return Promise.resolve(known.get(key));
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
          isAgain: refused !== undefined,
        };
        asking.set(key, { question, answers: [resolve] });
        onChange(waiting());
      });
    },
    mayAskAgain() {
      for (const [key, answered] of known) if (!answered) known.delete(key);
    },
    handlers: {
      waiting,
      answer({ id, signIn }) {
        const [key, found] =
          [...asking].find(([, { question }]) => question.id === id) ?? ([] as const);
        if (key === undefined || !found) return undefined;
        asking.delete(key);
        const answered = signIn ?? undefined;
        known.set(key, answered);
        for (const answer of found.answers) answer(answered);
        onChange(waiting());
        return undefined;
      },
    },
  };
}
