/** A service with a mind of its own about ids: what is saved gets one of its, and may get another later. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface OddMind {
  /** What becomes of a template's id when it is saved: the old one may still lead to it, or be unknown. */
  readonly ids: 'stay' | 'change, and old ones lead there' | 'change, and old ones are gone';
  /** What is said to a save to an id that is gone. */
  readonly gone: '404' | 'a new template';
}

/** Beside what a test sends to it, what it did. */
export interface OddService {
  readonly baseAddress: string;
  templates(): readonly { readonly id: string; readonly name: string }[];
  /** The names that were sent, in their order. */
  received(): readonly string[];
  /** How often a template was made. */
  made(): number;
  /** Everything that was saved is lost. */
  lose(): void;
  /** The next save is acted on, and its connection closes without an answer. */
  cutNext(): void;
  /** Saves are acted on at once, and answered when they are released; those that are forgotten never. */
  holdAnswers(): { release(): void; forget(): void };
  /** Closes every connection. */
  cutAll(): void;
}

export async function startOddService({ ids, gone }: OddMind): Promise<OddService> {
  const templates = new Map<string, { id: string; name: string; theme: unknown }>();
  const received: string[] = [];
  /** Where ids of before lead. */
  const moved = new Map<string, string>();
  const given = new Set<string>();
  let made = 0;
  let isNextCut = false;
  let held: Promise<void> | undefined;

  function save(asked: string, name: string, theme: unknown): string | undefined {
    let at = asked;
    for (let next = moved.get(at); next !== undefined; next = moved.get(at)) at = next;
    const isThere = templates.has(at);
    if (!isThere && given.has(asked) && gone === '404') return undefined;
    const id = isThere && ids === 'stay' ? at : `own-${String(given.size + 1)}`;
    given.add(id);
    if (!isThere) made += 1;
    if (isThere && id !== at) {
      templates.delete(at);
      if (ids === 'change, and old ones lead there') moved.set(at, id);
    }
    templates.set(id, { id, name, theme });
    return id;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { name, theme } = JSON.parse(text) as { name: string; theme: unknown };
    received.push(name);
    const asked = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const id = save(asked, name, theme);
    if (isNextCut) {
      isNextCut = false;
      request.socket.destroy();
      return;
    }
    await held;
    response.writeHead(id === undefined ? 404 : 200, { 'content-type': 'application/json' });
    const saved = { id, name, workspaceId: 'w1', theme };
    response.end(
      JSON.stringify(id === undefined ? { message: 'Not found' } : { themeTemplate: saved }),
    );
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseAddress: `http://127.0.0.1:${String(port)}/api/v1`,
    templates: () => [...templates.values()],
    received: () => received,
    made: () => made,
    lose: () => templates.clear(),
    cutAll: () => server.closeAllConnections(),
    cutNext: () => (isNextCut = true),
    holdAnswers() {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return {
        release() {
          held = undefined;
          release();
        },
        forget: () => (held = undefined),
      };
    },
  };
}
