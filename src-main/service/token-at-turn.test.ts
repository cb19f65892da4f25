import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import { createServiceClient } from './service';
import { playedTransport } from './testing/played-transport';
import type { Transport } from './transport';
import { inTurns, leaveAtTurn } from './turns';

const connection = trialConnection('northwind');

/** A request that must arrive once waits for its turn; the token that counts is the one of then. */
describe('a request that waits for its turn', () => {
  it.each([
    ['replaced', 'new', ['Bearer new'], { outcome: { kind: 'tokenRefused' } }],
    ['forgotten', undefined, [], { problem: { code: 'tokenMissing' } }],
  ] as const)(
    'does not leave with a token that was %s meanwhile',
    async (_what, later, presented, end) => {
      const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const practice = createPracticeService({ token: 'old' });
      const { baseAddress } = await practice.start();
      onTestFinished(() => practice.stop());
      const transport = createNodeTransport();
      onTestFinished(() => transport.close());
      const presentation = { kind: 'bearer' as const };
      const place = { baseAddress, workspaceId: 'w1', preset: 'documented' as const };
      const connection = { id: 'c1', label: 'Northwind', presentation, ...place };
      let token: string | undefined = 'old';
      const activity = createActivity({ folder });
      let written = 0;
      const client = createServiceClient({
        transport,
        activity: {
          async begin(entry) {
            const id = await activity.begin(entry);
            written += 1;
            return id;
          },
          itsTurn: () => Promise.resolve(),
          left: (id) => activity.left(id),
          end: (id, ended) => activity.end(id, ended),
        },
        connectionById: () => connection,
        tokenFor: async () => token,
      });
      const preview = (to: string) =>
        client
          .send(connection, startChatAppPreviewRequest(place, { botId: 'b', to }), {
            kind: 'startChatAppPreview',
            subject: 'b',
            once: true,
          })
          .catch((error: unknown) => error);
      const release = practice.holdAnswers();
      const first = preview('+44 1');
      while (practice.received().length < 1) await new Promise((next) => setImmediate(next));
      const second = preview('+44 2');
      while (written < 2) await new Promise((next) => setImmediate(next));
      // A person replaces the token, or removes the connection with it.
      token = later;
      release();
      await first;
      expect(await second).toMatchObject(end);
      const used = practice
        .received()
        .filter(({ body }) => body.includes('+44 2'))
        .map(({ headers }) => headers['authorization']);
      expect(used).toEqual(presented);
    },
  );
});

/**
 * Its turn has come, its token was read and it is written down; Chromium's network process takes its time to close
 * what connections there were (`electron-transport.ts`). A person forgets or replaces the token meanwhile. A token
 * that was is never used again, not even by what was already waiting (CHANGELOG.md).
 */
describe('a token that is forgotten while connections close', () => {
  /** With which header one leaves when `meanwhile` happens while its way is not free yet. */
  async function leaves(meanwhile: (now: { token?: string; isThere: boolean }) => void) {
    const now: { token?: string; isThere: boolean } = { token: 'old', isThere: true };
    const left: (string | undefined)[] = [];
    let makeFree = (): void => undefined;
    const isFree = new Promise<void>((done) => (makeFree = done));
    let isWritten = false;
    // As Electron's transport has it.
    const transport: Transport = {
      send: inTurns((request) =>
        leaveAtTurn(
          {
            ...request,
            async atTurn() {
              isWritten = (await request.atTurn?.()) === true;
              return isWritten;
            },
          },
          (headers) => {
            request.onStart?.();
            left.push(headers['Authorization']);
            return Promise.resolve({
              ...{ end: 'complete', head: { status: 200, headers: {} } },
              body: Buffer.from('{"message":"success"}'),
            });
          },
          isFree,
        ),
      ),
      close: () => Promise.resolve(),
    };
    const client = createServiceClient({
      transport,
      activity: {
        begin: () => Promise.resolve('a1'),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        end: () => Promise.resolve(),
      },
      connectionById: () => (now.isThere ? connection : undefined),
      tokenFor: async () => now.token,
    });
    const request = startChatAppPreviewRequest(connection, { botId: 'b', to: '+44 1' });
    const ended = client
      .send(connection, request, { kind: 'startChatAppPreview', subject: 'b', once: true })
      .catch((error: unknown) => error);
    await expect.poll(() => isWritten).toBe(true);
    meanwhile(now);
    makeFree();
    await ended;
    return left;
  }

  it('the control: as nothing happens, it leaves with its token', async () => {
    expect(await leaves(() => undefined)).toEqual(['Bearer old']);
  });

  it('the control: as its connection is removed, it does not leave', async () => {
    expect(await leaves((now) => (now.isThere = false))).toEqual([]);
  });

  it('as its token is forgotten, it does not leave', async () => {
    expect(await leaves((now) => delete now.token)).toEqual([]);
  });

  it('as its token is replaced, it leaves with the new one', async () => {
    expect(await leaves((now) => (now.token = 'new'))).toEqual(['Bearer new']);
  });
});

/**
 * Its turn has come, its token was read, and it is being written down (a slow disk): a person forgets or replaces
 * the token meanwhile. It does not leave with the one that is gone.
 */
describe('a token that is forgotten while its request is written down', () => {
  /** With which header one leaves when `meanwhile` happens while it is written down. */
  async function leaves(meanwhile: (all: { token?: string; isThere: boolean }) => void) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const now: { token?: string; isThere: boolean } = { token: 'old', isThere: true };
    const left: (string | undefined)[] = [];
    const client = createServiceClient({
      transport: playedTransport(({ headers }) => {
        left.push(headers['Authorization']);
        return Promise.resolve({
          ...{ end: 'complete', head: { status: 200, headers: {} } },
          body: Buffer.from('{"message":"success"}'),
        });
      }),
      activity: createActivity({ folder }),
      connectionById: () => (now.isThere ? connection : undefined),
      tokenFor: async () => now.token,
    });
    const request = startChatAppPreviewRequest(connection, { botId: 'b', to: '+44 1' });
    const end = await client
      .send(connection, request, {
        ...{ kind: 'startChatAppPreview', subject: 'b', once: true },
        beforeStart: async () => meanwhile(now),
      })
      .catch((error: unknown) => error);
    return { left, end };
  }

  it('the control: as nothing happens, it leaves with its token', async () => {
    expect((await leaves(() => undefined)).left).toEqual(['Bearer old']);
  });

  it('the control: as its connection is removed, it does not leave', async () => {
    const { left, end } = await leaves((now) => (now.isThere = false));
    expect(left).toEqual([]);
    expect(end).toMatchObject({ problem: { code: 'connectionChanged' } });
  });

  it('as its token is forgotten, it does not leave', async () => {
    const { left, end } = await leaves((now) => delete now.token);
    expect(left).toEqual([]);
    expect(end).toMatchObject({ problem: { code: 'tokenMissing' } });
  });

  it('as its token is replaced, it leaves with the new one', async () => {
    expect((await leaves((now) => (now.token = 'new'))).left).toEqual(['Bearer new']);
  });
});
