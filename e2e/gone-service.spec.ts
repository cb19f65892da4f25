/** A service that reads a save, and is gone before it could say so: as when it is deployed anew. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './foyer';
import { Activity } from './pages/activity';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

interface LeavingService {
  readonly baseAddress: string;
  /** The names of the themes that were read whole. */
  readonly read: readonly string[];
  readonly server: Server;
}

/** Keeps its connections open, until it reads the theme of that name: then nobody is there any more. */
async function startServiceThatLeavesAt(last: string): Promise<LeavingService> {
  const read: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { name = '' } = JSON.parse(Buffer.concat(chunks).toString()) as { name?: string };
      read.push(name);
      if (name === last) {
        server.close();
        server.closeAllConnections();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ themeTemplate: { id: 'its-own', name } }));
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { baseAddress: `http://127.0.0.1:${String(port)}/v1`, read, server };
}

test('of a later save that was read before its service went away, it is not said that nothing arrived', async ({
  foyer: { window },
}) => {
  const { baseAddress, read, server } = await startServiceThatLeavesAt('Third');
  try {
    await new Welcome(window).connect({ baseAddress, token: 'a-token-of-some-length' });
    const studio = await new Library(window).newTheme();
    for (const name of ['First', 'Second']) {
      await studio.rename(name);
      await studio.publishButton.click();
      await expect.poll(() => read.at(-1)).toBe(name);
      await expect(studio.notice('The service saved the theme.')).toBeVisible();
    }
    await studio.rename('Third');
    await studio.publishButton.click();
    await expect.poll(() => read).toEqual(['First', 'Second', 'Third']);
    await studio.backToLibrary();
    await new Shell(window).goTo('Activity');
    // Newer ones are tries that found nobody; the one that was read stays what it is.
    const third = new Activity(window).rows.filter({ hasText: 'Not sure it arrived' });
    await expect(third).toHaveCount(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
