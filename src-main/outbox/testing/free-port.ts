import { createServer, type AddressInfo } from 'node:net';

/** A port that nothing listens on, so that a service can go away and come back at its address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
