import { once } from 'node:events';
import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { certificate, privateKey } from './certificate';

/**
 * What the service does to the first arrival of a request, after it has read all of it. `refused` and
 * `http11Required` are words that only HTTP/2 has; over HTTP/1.1 the connection is closed instead.
 * `misdirected` is a 421, `wantsProxySignIn` a 407 such as only a proxy should answer.
 */
export type Http2Fault =
  | 'close'
  | 'reset'
  | 'answer408'
  | 'refused'
  | 'http11Required'
  | 'misdirected'
  | 'wantsProxySignIn';

export interface Http2Service {
  readonly origin: string;
  /** How often each path has arrived. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** The versions of HTTP in which something arrived. */
  readonly spoken: ReadonlySet<string>;
  stop(): Promise<void>;
}

/**
 * A service on loopback that offers HTTP/2 and takes HTTP/1.1. A path below `/warm` is answered with
 * 200; below `/FAULT/` the first arrival of each path meets the fault, and a later one is answered
 * with 200. Below `/FAULT/always/` every arrival meets it.
 */
export async function startHttp2Service(): Promise<Http2Service> {
  const arrivals = new Map<string, number>();
  const spoken = new Set<string>();
  const wires = new Map<number, Socket>();
  const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true });
  server.on('connection', (wire: Socket) => {
    const { remotePort = 0 } = wire;
    wires.set(remotePort, wire);
    wire.on('close', () => wires.delete(remotePort));
    // A connection that is torn down ends in errors on either side.
    wire.on('error', () => wire.destroy());
  });
  server.on('sessionError', (_error, session) => session.destroy());
  server.on('request', (request, response) => {
    request.on('error', () => response.stream?.destroy());
    request.resume().on('end', () => {
      const path = request.url;
      const count = (arrivals.get(path) ?? 0) + 1;
      arrivals.set(path, count);
      spoken.add(request.httpVersion);
      const [, what = '', always] = path.split('/');
      const fault = count === 1 || always === 'always' ? what : 'answer';
      const wire = wires.get(request.socket.remotePort ?? 0);
      if (wire) answer(fault, request, response, wire);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    arrivals,
    spoken,
    async stop() {
      for (const wire of wires.values()) wire.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(
  fault: string,
  { httpVersion }: Http2ServerRequest,
  response: Http2ServerResponse,
  wire: Socket,
): void {
  const isHttp2 = httpVersion === '2.0';
  switch (fault) {
    case 'close':
      wire.end();
      return;
    case 'reset':
      wire.resetAndDestroy();
      return;
    case 'answer408':
      if (!isHttp2) response.setHeader('Connection', 'close');
      response.writeHead(408).end();
      return;
    case 'misdirected':
      response.writeHead(421).end('{}');
      return;
    case 'wantsProxySignIn':
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="service"' }).end('{}');
      return;
    case 'refused':
    case 'http11Required':
      if (!isHttp2) wire.end();
      else {
        response.stream.close(
          fault === 'refused'
            ? constants.NGHTTP2_REFUSED_STREAM
            : constants.NGHTTP2_HTTP_1_1_REQUIRED,
        );
      }
      return;
    default:
      response.writeHead(200).end('{}');
  }
}
