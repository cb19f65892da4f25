/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real rooms. */
/**
 * A service answers a registration with 200, and its body does not come in time. Its answer was not empty: what it said is not
 * known, as the notice above says.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { createDomains } from '../../../src-main/domains/domains';
import { clientWith, connectionAt } from '../../../src-main/service/testing/fixture-service';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Domains from './Domains.svelte';

/** What the screen says of a registration that is answered so. */
async function saidOf(answer: RequestListener): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
  const service = createServer(answer);
  await new Promise<void>((listens) => service.listen(0, '127.0.0.1', listens));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const { port } = service.address() as AddressInfo;
  const at = connectionAt(`http://127.0.0.1:${String(port)}/v1`);
  const connection = trialConnection(at.id, { ...at, tokenState: 'keychain' });
  const room = await createDomains({
    folder,
    send: clientWith({ timeLimitMs: 300 }).send,
    connectionById: () => connection,
    warn: () => undefined,
  });
  onTestFinished(async () => {
    await room.close();
    await rm(folder, { recursive: true, force: true });
    connections.end();
  });
  const given = { connectionId: connection.id, name: 'bot.example.com' };
  const { reviewId } = await room.handlers.review(given);
  await room.handlers.create({ reviewId });
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    domains: room.handlers,
  });
  await connections.start();
  render(Domains);
  await userEvent.click(await screen.findByRole('button', { name: /bot\.example\.com/u }));
  await screen.findByRole('heading', { name: 'bot.example.com' });
  return document.body.textContent;
}

const empty = 'The answer was empty.';

it('the control: one that was empty is said to be', async () => {
  expect(await saidOf((_request, response) => void response.writeHead(204).end())).toContain(empty);
});

it('one whose body did not come in time is not said to be empty', async () => {
  const said = await saidOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  });
  expect(said).toContain('Foyer can’t tell whether the service acted on it.');
  expect(said).not.toContain(empty);
});
