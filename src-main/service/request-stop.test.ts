import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { saveThemeTemplateRequest, startChatAppPreviewRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import { createRequestStop } from './request-stop';
import { createServiceClient, type ServiceConnection } from './service';

/** How long a request may take, also one that a proxy holds back. */
describe('how long a request may take', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** One that has left, was held back after 50 seconds, and goes on 50 seconds later. */
  function heldFor50Seconds() {
    const stop = createRequestStop(undefined, new AbortController().signal, 60_000);
    stop.hasLeft();
    vi.advanceTimersByTime(50_000);
    stop.isHeld();
    vi.advanceTimersByTime(50_000);
    stop.hasLeft();
    return stop;
  }

  it('gives the service the whole time for its answer, however long a person took to sign in', () => {
    const stop = heldFor50Seconds();
    vi.advanceTimersByTime(59_000);
    expect(stop.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(stop.signal.aborted).toBe(true);
    expect(stop.by).toBe('timeLimit');
    stop.release();
  });

  it('counts what the answer took from when it left for good', () => {
    const stop = heldFor50Seconds();
    vi.advanceTimersByTime(2_000);
    expect(stop.sinceStartMs).toBe(2_000);
    stop.release();
  });

  it('does not wait for a sign-in for ever', () => {
    const stop = createRequestStop(undefined, new AbortController().signal, 60_000);
    stop.hasLeft();
    stop.isHeld();
    vi.advanceTimersByTime(60_000);
    expect(stop.signal.aborted).toBe(true);
    stop.release();
  });
});

/** The end of Foyer has begun: nothing leaves any more, whoever sends it and whatever it waits for. */
describe('the end of Foyer has begun', () => {
  const cancelledBefore = { outcome: { kind: 'notSent', reason: 'cancelledBefore' } };

  async function standUp(tokenFor: () => Promise<string> = async () => 'token') {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const practice = createPracticeService({ token: 'token' });
    const { baseAddress } = await practice.start();
    onTestFinished(() => practice.stop());
    const transport = createNodeTransport();
    onTestFinished(() => transport.close());
    const activity = createActivity({ folder });
    const connection: ServiceConnection = {
      ...{ id: 'c1', label: 'Northwind', baseAddress, workspaceId: 'w1', preset: 'documented' },
      presentation: { kind: 'bearer' },
    };
    const connectionById = () => connection;
    const client = createServiceClient({ transport, connectionById, activity, tokenFor });
    const preview = (to: string) => {
      const request = startChatAppPreviewRequest(connection, { botId: 'b', to });
      return client.send(connection, request, {
        ...{ kind: 'startChatAppPreview', subject: to, once: true },
      });
    };
    const laterSave = () => {
      const content = { templateId: 't1', name: 'Sunny', theme: newTheme() };
      return client.send(connection, saveThemeTemplateRequest(connection, content), {
        ...{ kind: 'saveThemeTemplate', subject: 'Sunny', once: false },
      });
    };
    return { practice, activity, client, preview, laterSave };
  }

  it('sends nothing that is handed over after that', async () => {
    const { practice, activity, client, preview, laterSave } = await standUp();
    client.end();
    expect(await preview('+1')).toMatchObject(cancelledBefore);
    expect(await laterSave()).toMatchObject(cancelledBefore);
    expect(practice.received()).toEqual([]);
    expect((await activity.list({ limit: 9 })).entries).toEqual([]);
  });

  it('waits for the answer to what has left, and lets nothing follow it', async () => {
    const { practice, client, preview } = await standUp();
    const release = practice.holdAnswers();
    const first = preview('+1');
    await expect.poll(() => practice.received().length).toBe(1);
    const second = preview('+2');
    client.end();
    expect(await second).toMatchObject(cancelledBefore);
    release();
    expect(await first).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(practice.received()).toHaveLength(1);
  });

  it('does not wait for a locked keychain that is asked once more at the turn', async () => {
    let asked = 0;
    const { practice, activity, client, preview } = await standUp(() => {
      asked += 1;
      return asked === 1 ? Promise.resolve('token') : new Promise(() => undefined);
    });
    const sent = preview('+1');
    await expect.poll(() => asked).toBe(2);
    client.end();
    expect(await sent).toMatchObject(cancelledBefore);
    expect(practice.received()).toEqual([]);
    const { entries } = await activity.list({ limit: 9 });
    expect(entries).toMatchObject([cancelledBefore]);
  });
});
