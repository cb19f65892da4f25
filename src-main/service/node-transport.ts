/** The transport on plain Node, for tests and tools: no Electron, no system proxy. */
import http from 'node:http';
import https from 'node:https';
import {
  AnswerBody,
  plainHeaders,
  type AnswerHead,
  type Transport,
  type TransportRequest,
  type TransportResult,
} from './transport';
import { inTurns, leaveAtTurn } from './turns';

/** `ca`: certificates to trust beside the usual ones, for tests with a server of their own. */
export function createNodeTransport(options: { readonly ca?: string } = {}): Transport {
  const underWay = new Set<http.ClientRequest>();
  const sendNow = (request: TransportRequest) =>
    leaveAtTurn(request, (headers) => send(request, headers, underWay, options));
  const sendOnce = inTurns(sendNow);
  return {
    send: (request) => (request.once ? sendOnce(request) : sendNow(request)),
    close: async () => {
      for (const one of underWay) one.destroy();
    },
  };
}

function send(
  request: TransportRequest,
  headers: Readonly<Record<string, string>>,
  underWay: Set<http.ClientRequest>,
  trust: { readonly ca?: string },
): Promise<TransportResult> {
  return new Promise((resolve) => {
    const url = new URL(request.url);
    const isSecure = url.protocol === 'https:';
    const body = new AnswerBody(request.maxAnswerBytes);
    let head: AnswerHead | undefined;

    const settle = (result: TransportResult) => {
      request.signal.removeEventListener('abort', stop);
      resolve(result);
      if (result.end !== 'complete') outgoing.destroy();
    };
    const stop = () => {
      settle({ end: 'stopped', hasStarted: true, head, body: body.bytes() });
    };
    const fail = (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.name;
      settle(
        head
          ? { end: 'cut', head, body: body.bytes(), code }
          : { end: 'failed', code, message: error.message, syscall: error.syscall },
      );
    };

    request.signal.addEventListener('abort', stop);
    request.onStart?.();
    const outgoing = (isSecure ? https : http).request(url, {
      method: request.method,
      headers: { ...headers, 'Content-Length': request.body.byteLength },
      // A connection of its own, as on Electron's stack.
      agent: false,
      ...(isSecure ? trust : {}),
    });
    underWay.add(outgoing);
    outgoing.on('close', () => underWay.delete(outgoing));
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      const answered = {
        status: incoming.statusCode ?? 0,
        headers: plainHeaders(incoming.headers),
      };
      head = answered;
      incoming.on('data', (chunk: Buffer) => {
        if (!body.add(chunk)) settle({ end: 'tooLarge', head: answered, body: body.bytes() });
      });
      incoming.on('error', fail);
      incoming.on('end', () => {
        settle(
          incoming.complete
            ? { end: 'complete', head: answered, body: body.bytes() }
            : { end: 'cut', head: answered, body: body.bytes(), code: 'ECONNRESET' },
        );
      });
    });
    outgoing.end(request.body);
  });
}
