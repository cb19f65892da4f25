/** Services that do as a test says, and know all that ever arrived at them. */
import type { TransportRequest, TransportResult } from '../../service/testing/played-transport';
import { randomBelow } from '../../testing/seeded-random';

/** What becomes of a request. */
export interface Fault {
  /** The request is read, and acted on. */
  readonly acts?: boolean;
  /** It never gets there. */
  readonly code?: 'ECONNREFUSED' | 'ENETUNREACH';
  readonly isProxys?: boolean;
  /** The connection ends without an answer, or nothing comes at all. */
  readonly end?: 'cut' | 'silent';
  readonly status?: number;
  readonly retryAfter?: number;
  readonly form?: 'html' | 'malformed' | 'noId';
  /** So long it takes, from its arrival on. */
  readonly slowMs?: number;
}

/**
 * What whoever sent it can know of it: `made`, it is there; `nothing`, nothing was made of it; `unsure`,
 * anything else. `open`: it was not told yet.
 */
export type Told = 'open' | 'made' | 'nothing' | 'unsure';

/** A request that was read. */
export interface Arrival {
  readonly number: number;
  readonly at: number;
  /** As a `publicationKey`. */
  readonly place: string;
  readonly address: string;
  readonly templateId: string;
  /** Which theme it is, and which version of it. */
  theme: string;
  readonly version: number;
  readonly token: string;
  readonly isStopped: () => boolean;
  readonly fault: Fault | undefined;
  told: Told;
  /** Seconds it asked to wait. */
  readonly retryAfter: number | undefined;
}

/** What a service keeps. */
export interface Kept {
  readonly id: string;
  readonly theme: string;
  readonly version: number;
}

/** The services of a run. */
export interface ModelServices {
  play(request: TransportRequest): Promise<TransportResult>;
  /** The next so many requests there end so. */
  next(host: string, fault: Fault, times: number): void;
  /** All is well from now on. */
  heal(): void;
  templates(place: string): readonly Kept[];
  lose(theme: string): void;
  /** The program is gone that waited for answers. */
  cutOff(): void;
  readonly isBusy: boolean;
}

/** Told of all that arrives, before it is acted on, and of what was told to whoever sent it. */
export interface Listener {
  readonly arrives: (arrival: Arrival) => void;
  readonly told: (arrival: Arrival) => void;
}

/** Statuses that say for sure that nothing was made. */
const sureNot = new Set([400, 401, 403, 404, 409, 413, 422, 425, 429, 301, 307, 308]);

/** Keeps the ids that clients pick. */
export const clientIdsHost = 'a.example';

const never = new Promise<never>(() => undefined);

/** What the content of a theme says of which it is; nothing else makes it. */
export function contentMark(theme: string, version: number): string {
  return `.${theme}-${String(version)}{}`;
}

/** The theme and version that a style sheet is of. */
export function markIn(css: unknown): { theme: string; version: number } {
  const [, theme = '', version = '0'] = /^\.(\w+)-(\d+)\{\}$/u.exec(String(css)) ?? [];
  return { theme, version: Number(version) };
}

/** Services at two hosts, one of which gives ids of its own. */
export function modelServices(listener: Listener): ModelServices {
  const kept = new Map<string, Map<string, Kept>>();
  const faults = new Map<string, Fault[]>();
  let arrivals = 0;
  let ids = 0;
  let program = 0;
  let busy = 0;

  /** The id under which it is kept. */
  function act({ place, address, templateId, theme, version }: Arrival): string {
    const there = kept.get(place) ?? new Map<string, Kept>();
    kept.set(place, there);
    let id = templateId;
    if (!address.includes(clientIdsHost) && !there.has(id)) id = `own${String((ids += 1))}`;
    there.set(id, { id, theme, version });
    return id;
  }

  async function serve(
    request: TransportRequest,
    isHeard: () => boolean,
  ): Promise<TransportResult> {
    const url = new URL(request.url);
    const token = (request.headers['Authorization'] ?? '').replace('Bearer ', '');
    const isRefused = token.startsWith('bad');
    const [next] = faults.get(url.host)?.splice(0, 1) ?? [];
    // Of a bad token nothing is made, and nothing answered as if it were.
    const fault = isRefused && next?.acts ? undefined : next;
    if (fault?.isProxys) return { end: 'refusedByProxy' };
    if (fault?.code) {
      return { end: 'failed', code: fault.code, message: fault.code, syscall: 'connect' };
    }
    const body = JSON.parse(request.body.toString()) as {
      workspaceId: string;
      name: string;
      theme: { customCss?: string };
    };
    const address = `${url.origin}/api/v1`;
    const arrival: Arrival = {
      number: (arrivals += 1),
      at: performance.now(),
      ...{ place: `${address} ${body.workspaceId}`, address, token, fault },
      templateId: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''),
      ...markIn(body.theme.customCss),
      isStopped: () => request.signal.aborted,
      told: 'open',
      retryAfter: fault?.retryAfter,
    };
    listener.arrives(arrival);
    const acts = fault ? fault.acts === true : !isRefused;
    const id = acts ? act(arrival) : arrival.templateId;
    const tell = (told: Told, result: TransportResult): TransportResult => {
      if (!isHeard()) return result;
      arrival.told = told;
      listener.told(arrival);
      return result;
    };
    const stopped = (): TransportResult =>
      tell('unsure', { end: 'stopped', hasStarted: true, body: Buffer.alloc(0) });
    if (fault?.slowMs !== undefined || fault?.end === 'silent') {
      busy -= 1;
      await new Promise<void>((resolve) => {
        if (fault.end !== 'silent') setTimeout(resolve, fault.slowMs);
        request.signal.addEventListener('abort', () => resolve());
      });
      if (isHeard()) busy += 1;
    }
    for (let turns = randomBelow(4); turns > 0; turns -= 1) {
      await new Promise((next) => setImmediate(next));
    }
    if (request.signal.aborted) return stopped();
    if (fault?.end === 'cut') {
      const [code, message] = ['ECONNRESET', 'socket hang up'];
      return tell('unsure', { end: 'failed', code, message, syscall: 'read' });
    }
    const status = fault?.status ?? (isRefused ? 401 : 200);
    const headers = {
      'content-type': fault?.form === 'html' ? 'text/html' : 'application/json',
      ...(fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
      ...(status < 300 || status >= 400 ? {} : { location: 'https://c.example/' }),
    };
    const template = {
      ...(fault?.form === 'noId' ? {} : { id }),
      name: body.name,
      theme: body.theme,
    };
    const answer =
      fault?.form === 'html'
        ? '<!doctype html><p>Hello'
        : status === 200
          ? JSON.stringify({ themeTemplate: template })
          : '{"message":"No"}';
    const text = fault?.form === 'malformed' ? answer.slice(0, -3) : answer;
    const isMade = status === 200 && (fault?.form === undefined || fault.form === 'noId');
    const told = isMade ? 'made' : sureNot.has(status) ? 'nothing' : 'unsure';
    return tell(told, { end: 'complete', head: { status, headers }, body: Buffer.from(text) });
  }

  return {
    async play(request) {
      const mine = program;
      busy += 1;
      try {
        const result = await serve(request, () => mine === program);
        return mine === program ? result : await never;
      } finally {
        if (mine === program) busy -= 1;
      }
    },
    next(host, fault, times) {
      faults.set(host, Array<Fault>(times).fill(fault));
    },
    heal: () => faults.clear(),
    templates: (place) => [...(kept.get(place)?.values() ?? [])],
    lose(theme) {
      for (const there of kept.values()) {
        for (const [id, one] of there) if (one.theme === theme) there.delete(id);
      }
    },
    cutOff() {
      program += 1;
      busy = 0;
    },
    get isBusy() {
      return busy > 0;
    },
  };
}
