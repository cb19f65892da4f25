import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import { saveThemeTemplateRequest, startChatAppPreviewRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import type { RecordedEnd } from './recorded-exchange';
import { createServiceClient, type SendOptions } from './service';
import {
  activity,
  canary,
  client,
  clientWith,
  connectionAt,
  connectionById,
  place,
  practice,
  problemOf,
  requestOf,
  send,
  transport,
} from './testing/fixture-service';
import { leaveAtTurn } from './turns';

describe('what is refused before anything is sent', () => {
  it('has no token', async () => {
    const without = clientWith({ token: undefined });
    expect(await problemOf(send('updateSubscription', {}, without))).toEqual({
      code: 'tokenMissing',
      label: 'Northwind',
    });
    expect((await activity.list({ limit: 10 })).entries).toEqual([]);
  });

  it.each(['line\nbreak', 'nul\0', 'ümlaut'])(
    'has a token that no header can hold: %j',
    async (token) => {
      expect(await problemOf(send('updateSubscription', {}, clientWith({ token })))).toEqual({
        code: 'tokenUnusable',
        label: 'Northwind',
      });
      expect(practice.received()).toEqual([]);
    },
  );

  it('is over a mebibyte', async () => {
    const at = { baseAddress: place.baseAddress, workspaceId: 'w1', preset: 'documented' as const };
    const theme = { ...newTheme(), customCss: 'ä'.repeat(600_000) };
    const request = saveThemeTemplateRequest(at, { templateId: 't', name: 'n', theme });
    const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
    const problem = await problemOf(client.send(connectionAt(at.baseAddress), request, options));
    expect(problem).toMatchObject({ code: 'bodyTooLarge', bytes: Buffer.byteLength(request.body) });
    expect(practice.received()).toEqual([]);
  });

  it('is over a mebibyte without custom CSS, and nobody is told to shorten that', async () => {
    const at = { baseAddress: place.baseAddress, workspaceId: 'w1', preset: 'documented' as const };
    const tooLarge = async (customCss: string) => {
      const theme = { ...newTheme(), customCss };
      const name = 'ä'.repeat(600_000);
      const request = saveThemeTemplateRequest(at, { templateId: 't', name, theme });
      const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
      return await problemOf(client.send(connectionAt(at.baseAddress), request, options));
    };
    expect(problemText((await tooLarge('')) as Problem).todo).not.toContain('CSS');
    expect(problemText((await tooLarge('a{}')) as Problem).todo).toContain('CSS');
  });

  it('could not be written down', async () => {
    const broken = createServiceClient({
      transport,
      connectionById,
      tokenFor: async () => canary,
      activity: {
        begin: () => Promise.reject(new Error('disk full')),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        end: () => Promise.reject(new Error('disk full')),
      },
    });
    expect(await problemOf(send('createCustomDomain', {}, broken))).toEqual({
      code: 'intentNotStored',
    });
    expect(practice.received()).toEqual([]);
  });

  it('is for another origin than its connection', async () => {
    const request = requestOf('saveThemeTemplate', 'http://127.0.0.1:1/v1');
    const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
    await expect(client.send(connectionAt(place.baseAddress), request, options)).rejects.toThrow(
      'another origin',
    );
  });
});

/** What whoever sends has to write down before a request leaves is awaited at its turn. */
describe('what is written down before a request leaves', () => {
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

/** A request is on its way to the disk as an intent; meanwhile the transport gets ready for it, and it leaves afterwards. */
describe('an intent that is on its way to the disk', () => {
  function fixture() {
    let written: () => void = () => undefined;
    let refused: (error: Error) => void = () => undefined;
    let isReady = false;
    const left: string[] = [];
    const ended: [string, RecordedEnd['outcome']][] = [];
    const place = {
      ...{ baseAddress: 'https://chat.example', workspaceId: 'w1' },
      preset: 'documented' as const,
    };
    const connection = {
      ...{ id: 'c1', label: 'Northwind', presentation: { kind: 'bearer' as const } },
      ...place,
    };
    const client = createServiceClient({
      transport: {
        send: (request) =>
          leaveAtTurn(
            request,
            async () => {
              left.push(request.url);
              return { end: 'failed', code: 'net::ERR_FAILED', message: '' };
            },
            Promise.resolve().then(() => (isReady = true)),
          ),
        close: () => Promise.resolve(),
      },
      connectionById: () => connection,
      tokenFor: async () => 'token',
      activity: {
        begin: () =>
          new Promise<void>((done, fail) => {
            written = done;
            refused = fail;
          }),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        async end(id, { outcome }) {
          ended.push([id, outcome]);
        },
      },
    });
    const stop = new AbortController();
    const notes: string[] = [];
    const sending = client.send(
      connection,
      startChatAppPreviewRequest(place, { botId: 'b', to: '+44 1' }),
      {
        kind: 'startChatAppPreview',
        subject: 'b',
        once: true,
        activityId: 'a1',
        signal: stop.signal,
        async beforeStart() {
          notes.push('it may arrive');
        },
      },
    );
    return {
      ...{ sending, stop, left, ended, notes },
      isReady: () => isReady,
      written: () => written(),
      refused: (error: Error) => refused(error),
    };
  }

  it('leaves when the disk has it, for which the transport has got ready meanwhile', async () => {
    const { sending, left, isReady, written } = fixture();
    await expect.poll(isReady).toBe(true);
    expect(left).toEqual([]);
    written();
    await sending;
    expect(left).toHaveLength(1);
  });

  it('does not leave where the disk refuses it', async () => {
    const { sending, left, ended, isReady, refused } = fixture();
    await expect.poll(isReady).toBe(true);
    refused(new Error('the disk is full'));
    await expect(sending).rejects.toMatchObject({ problem: { code: 'intentNotStored' } });
    expect({ left, ended }).toEqual({ left: [], ended: [] });
  });

  it('has its end written down after its beginning where it is stopped meanwhile', async () => {
    const { sending, stop, left, ended, notes, isReady, written } = fixture();
    await expect.poll(isReady).toBe(true);
    stop.abort();
    await new Promise((done) => setImmediate(done));
    expect(ended).toEqual([]);
    written();
    expect(await sending).toMatchObject({ outcome: { reason: 'cancelledBefore' } });
    expect(left).toEqual([]);
    expect(notes).toEqual([]);
    expect(ended).toMatchObject([['a1', { reason: 'cancelledBefore' }]]);
  });
});
