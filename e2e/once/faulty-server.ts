import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What the server does to the first arrival of a request, after it has read all of it. */
export type Fault = 'close' | 'reset' | 'answer408';

export interface FaultyServer {
  readonly origin: string;
  /** How often each path has arrived. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** How many connections are open on which nothing has come yet. */
  fresh(): number;
  stop(): Promise<void>;
}

/**
 * A raw server on loopback. A path below `/warm` is answered with 200 on a kept connection; below
 * `/FAULT/` the first arrival of each path meets the fault, and a second one is answered with 200, so
 * that a client that repeats a request believes that all went well.
 */
export async function startFaultyServer(): Promise<FaultyServer> {
  const arrivals = new Map<string, number>();
  const sockets = new Set<Socket>();
  const untouched = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    untouched.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      untouched.delete(socket);
    });
    socket.on('error', () => {
      socket.destroy();
    });
    let text = '';
    socket.on('data', (chunk) => {
      untouched.delete(socket);
      text += chunk.toString('latin1');
      const request = readRequest(text);
      if (!request) return;
      text = '';
      const count = (arrivals.get(request.path) ?? 0) + 1;
      arrivals.set(request.path, count);
      answer(socket, request.path.split('/')[1] ?? '', count);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    arrivals,
    fresh: () => untouched.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The whole of a request, headers and body, or `undefined` while some of it is missing. */
function readRequest(text: string): { path: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  if (text.length < end + 4 + length) return undefined;
  return { path: text.split(' ')[1] ?? '' };
}

function answer(socket: Socket, what: string, count: number): void {
  if (what === 'warm' || count > 1) {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  } else if (what === 'answer408') {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  } else if (what === 'reset') {
    socket.resetAndDestroy();
  } else {
    socket.end();
  }
}
