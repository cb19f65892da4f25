/** What whoever sends has to write down before a request leaves is awaited at its turn. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import { createServiceClient, type SendOptions } from './service';

/** A service, and a client whose token is read by `tokenFor`. */
async function fixture(tokenFor: () => Promise<string>) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const practice = createPracticeService({ token: 'token' });
  const { baseAddress } = await practice.start();
  onTestFinished(() => practice.stop());
  const transport = createNodeTransport();
  onTestFinished(() => transport.close());
  const presentation = { kind: 'bearer' as const };
  const place = { baseAddress, workspaceId: 'w1', preset: 'documented' as const };
  const connection = { id: 'c1', label: 'Northwind', presentation, ...place };
  const activity = createActivity({ folder });
  const client = createServiceClient({
    transport,
    activity,
    connectionById: () => connection,
    tokenFor,
  });
  const send = (options: Pick<SendOptions, 'beforeStart' | 'signal' | 'mayStart'>) =>
    client.send(connection, startChatAppPreviewRequest(place, { botId: 'b', to: '+44 1' }), {
      kind: 'startChatAppPreview',
      subject: 'b',
      once: true,
      ...options,
    });
  return { practice, send };
}

describe('what is written down before a request leaves', () => {
  it('keeps it back when it is refused', async () => {
    const { practice, send } = await fixture(async () => 'token');
    const sending = send({ beforeStart: () => Promise.reject(new Error('the disk is full')) });
    await expect(sending).rejects.toThrow('the disk is full');
    expect(practice.received()).toHaveLength(0);
  });

  it('is written before it is asked for the last time whether it may leave', async () => {
    const { practice, send } = await fixture(async () => 'token');
    let isWritten = false;
    const beforeStart = async () => {
      expect(practice.received()).toHaveLength(0);
      await Promise.resolve();
      isWritten = true;
    };
    await send({ beforeStart, mayStart: () => !isWritten });
    expect(practice.received()).toHaveLength(0);
    expect(isWritten).toBe(true);
    await send({ beforeStart, mayStart: () => isWritten });
    expect(practice.received()).toHaveLength(1);
  });

  it('is not written of one that was stopped while its token was waited for', async () => {
    const given: ((token: string) => void)[] = [];
    const { practice, send } = await fixture(() => new Promise((done) => given.push(done)));
    const stop = new AbortController();
    let isWritten = false;
    const beforeStart = async () => {
      isWritten = true;
    };
    const sending = send({ beforeStart, signal: stop.signal });
    await expect.poll(() => given.length).toBe(1);
    given[0]?.('token');
    // At its turn it is read again.
    await expect.poll(() => given.length).toBe(2);
    stop.abort();
    given[1]?.('token');
    expect(await sending).toMatchObject({
      outcome: { kind: 'notSent', reason: 'cancelledBefore' },
    });
    expect(practice.received()).toHaveLength(0);
    expect(isWritten).toBe(false);
  });
});
