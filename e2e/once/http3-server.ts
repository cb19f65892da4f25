import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { createServer as createDoor, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { findPythonPackages } from '../../tools/python-packages.mjs';
import { certificate, privateKey } from './certificate';

/** What the service does over HTTP/3 with a request that it has read whole. Over TCP it answers. */
export type Http3Way = 'reset' | 'close' | 'answer';

export interface Http3Service {
  readonly origin: string;
  /** How often each path has arrived, by what carried it. */
  arrivals(): Promise<{ tcp: ReadonlyMap<string, number>; quic: ReadonlyMap<string, number> }>;
  stop(): Promise<void>;
}

/**
 * Chromium tries both and takes what is there first; on loopback that is nearly always TCP. So the
 * first connections over TCP wait this long, milliseconds, as on a network where HTTP/3 is quicker.
 */
const headStart = { connections: 5, ms: 200 };

/**
 * A service on loopback as a common proxy puts it up: HTTPS on TCP, which says in each answer that
 * HTTP/3 is there too, and HTTP/3 on the same port. A path below `/WAY/` meets that way over HTTP/3,
 * any other is answered.
 *
 * @throws ToolError when Python's packages can't be had
 */
export async function startHttp3Service(): Promise<Http3Service> {
  const tcp = new Map<string, number>();
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    request.resume().on('end', () => {
      const path = request.url ?? '';
      tcp.set(path, (tcp.get(path) ?? 0) + 1);
      response.setHeader('Alt-Svc', `h3=":${String(port)}"; ma=86400`).end('{}');
    });
  });
  const sockets = new Set<Socket>();
  const door = createDoor({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    const isHeld = sockets.size <= headStart.connections;
    setTimeout(() => server.emit('connection', socket), isHeld ? headStart.ms : 0);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  const quic = await startQuicSide(port);
  return {
    origin: `https://127.0.0.1:${String(port)}`,
    arrivals: async () => ({ tcp, quic: await quic.arrivals() }),
    async stop() {
      await quic.stop();
      for (const socket of sockets) socket.destroy();
      door.close();
      await once(door, 'close');
    },
  };
}

async function startQuicSide(port: number) {
  const { python, env } = await findPythonPackages();
  const folder = await mkdtemp(join(tmpdir(), 'foyer-http3-'));
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  await writeFile(files.certificate, certificate);
  await writeFile(files.key, privateKey, { mode: 0o600 });
  const child = spawn(
    python,
    [resolve('e2e/once/http3-server.py'), String(port), files.certificate, files.key],
    { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  );
  const ended = once(child, 'exit');
  const lines = linesOf(child);
  await lines.next();
  return {
    async arrivals(): Promise<ReadonlyMap<string, number>> {
      child.stdin.write('\n');
      return new Map(Object.entries(JSON.parse(await lines.next()) as Record<string, number>));
    },
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What the program says, a line a call; rejects with its complaint when it has ended. */
function linesOf(child: ChildProcess) {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the program was started without its outputs');
  let complaint = '';
  stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString('utf8');
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async next(): Promise<string> {
      const line = await lines.next();
      if (line.done) throw new Error(`the HTTP/3 server ended: ${complaint.trim()}`);
      return line.value;
    },
  };
}
