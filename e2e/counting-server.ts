/** A loopback server that notes whoever comes, by TCP or UDP, whether they say anything or not. */
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface CountingServer {
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  readonly port: number;
  /** The first line of what each connection sent, empty for one that sent nothing; UDP as `udp`. */
  readonly arrivals: readonly string[];
  /** The paths asked for so far. */
  paths(): Set<string>;
  stop(): Promise<void>;
}

const answer =
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nAccess-Control-Allow-Origin: *\r\n' +
  'Content-Length: 0\r\nConnection: close\r\n\r\n';

export async function startCountingServer(): Promise<CountingServer> {
  const arrivals: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const at = arrivals.push('') - 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      arrivals[at] = bytes.toString('latin1').split('\r\n')[0] ?? '';
      socket.end(answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', () => arrivals.push('udp'));
  await new Promise<void>((bound) => udp.bind(port, '127.0.0.1', bound));
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    port,
    arrivals,
    paths: () => new Set(arrivals.map((line) => line.split(' ')[1] ?? '')),
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
      await new Promise<void>((closed) => udp.close(closed));
    },
  };
}
