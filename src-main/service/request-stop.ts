/** What ends a request before its answer: a person, its time limit, and the end of Foyer. */

export interface RequestStop {
  /** Aborted when nobody waits for the request any more, or when it must not leave any more. */
  readonly signal: AbortSignal;
  /** Who stopped it, if it was stopped. */
  readonly by: 'timeLimit' | 'cancel';
  /** Milliseconds since it left; 0 when it has not. */
  readonly sinceStartMs: number;
  /** It leaves now: its time limit counts from here, and the end of Foyer holds it no longer. */
  hasLeft(): void;
  /**
   * It was held back on its way: until it leaves again, the end of Foyer stops it. A person has as long
   * as the service has for its answer.
   */
  isHeld(): void;
  /** It has ended. */
  release(): void;
}

/**
 * @param person stops it at any time
 * @param noMore stops what has not left
 */
export function createRequestStop(
  person: AbortSignal | undefined,
  noMore: AbortSignal,
  timeLimitMs: number,
): RequestStop {
  const controller = new AbortController();
  let by: RequestStop['by'] = 'cancel';
  let timer: NodeJS.Timeout | undefined;
  let startedAt: bigint | undefined;
  const stop = () => {
    controller.abort();
  };
  const stopAtTheEnd = () => {
    if (noMore.aborted) stop();
    else noMore.addEventListener('abort', stop);
  };
  const startTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      by = 'timeLimit';
      stop();
    }, timeLimitMs);
  };
  if (person?.aborted) stop();
  person?.addEventListener('abort', stop);
  stopAtTheEnd();
  return {
    signal: controller.signal,
    get by() {
      return by;
    },
    get sinceStartMs() {
      const tookNs = startedAt === undefined ? 0n : process.hrtime.bigint() - startedAt;
      return Number(tookNs / 1000n) / 1000;
    },
    hasLeft() {
      noMore.removeEventListener('abort', stop);
      startedAt = process.hrtime.bigint();
      startTimer();
    },
    isHeld() {
      startedAt = undefined;
      startTimer();
      stopAtTheEnd();
    },
    release() {
      clearTimeout(timer);
      person?.removeEventListener('abort', stop);
      noMore.removeEventListener('abort', stop);
    },
  };
}

/** What `work` gives, unless the signal aborts first: a locked keychain may not answer for long. */
export async function unlessStopped<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<{ readonly value: Value } | 'stopped'> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<'stopped'>((done) => {
    stop = () => done('stopped');
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([stopped, work.then((value) => ({ value }))]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
