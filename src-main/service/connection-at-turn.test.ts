/** A request that must arrive once waits for its turn; the connection that counts is the one of then. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCustomDomainRequest,
  saveThemeTemplateRequest,
  startChatAppPreviewRequest,
  updateSubscriptionRequest,
  type ServicePlace,
} from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import { createServiceClient, type ServiceConnection } from './service';

const requests = {
  saveThemeTemplate: (place: ServicePlace) =>
    saveThemeTemplateRequest(place, { templateId: 't1', name: 'Sunny', theme: newTheme() }),
  updateSubscription: (place: ServicePlace) =>
    updateSubscriptionRequest(place, {
      ...{ returnUrl: 'https://northwind.example/back', plan: 'PRO', additionalChats: 1 },
      ...{ currency: 'eur', isYearly: true },
    }),
  createCustomDomain: (place: ServicePlace) =>
    createCustomDomainRequest(place, { name: 'chat.example.com' }),
  startChatAppPreview: (place: ServicePlace) =>
    startChatAppPreviewRequest(place, { botId: 'b', to: '+44 2' }),
};
type Kind = keyof typeof requests;

/** A client whose next request has to wait until the answers are released. */
async function withOneUnderWay() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const practice = createPracticeService({ token: 'token' });
  const { baseAddress } = await practice.start();
  onTestFinished(() => practice.stop());
  const transport = createNodeTransport();
  onTestFinished(() => transport.close());
  const activity = createActivity({ folder });
  const connection = (id: string): ServiceConnection => ({
    ...{ id, label: id, baseAddress, workspaceId: 'w1', preset: 'documented' },
    presentation: { kind: 'bearer' },
  });
  const known = new Map(['first', 'second'].map((id) => [id, connection(id)]));
  let written = 0;
  const client = createServiceClient({
    transport,
    connectionById: (id) => known.get(id),
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
    tokenFor: async () => 'token',
  });
  const send = (id: string, kind: Kind) => {
    const through = connection(id);
    return client
      .send(through, requests[kind](through), { kind, subject: 'it', once: true })
      .catch((error: unknown) => error);
  };
  const release = practice.holdAnswers();
  const first = send('first', 'startChatAppPreview');
  while (practice.received().length < 1) await new Promise((next) => setImmediate(next));
  return {
    ...{ practice, known },
    /** Sends it behind the first; resolves with how it ended, once `meanwhile` was done. */
    async sendBehind(kind: Kind, meanwhile: (second: ServiceConnection) => void) {
      const second = send('second', kind);
      while (written < 2) await new Promise((next) => setImmediate(next));
      meanwhile(connection('second'));
      release();
      await first;
      return second;
    },
  };
}

describe('a request that waits for its turn', () => {
  it.each(
    (Object.keys(requests) as Kind[]).flatMap((kind) =>
      (
        [
          ['pointed at another workspace', { workspaceId: 'w2' }],
          ['given another way to present its token', { presentation: { kind: 'none' } }],
          ['given another dialect', { preset: 'typebot-2023' }],
          ['removed', undefined],
        ] as const
      ).map(([what, change]) => ({ kind, what, change })),
    ),
  )('does not leave once its connection was $what: $kind', async ({ kind, change }) => {
    const { practice, known, sendBehind } = await withOneUnderWay();
    const end = await sendBehind(kind, (second) => {
      if (change) known.set('second', { ...second, ...change });
      else known.delete('second');
    });
    expect(end).toMatchObject({ problem: { code: 'connectionChanged', label: 'second' } });
    expect(practice.received()).toHaveLength(1);
  });

  it('leaves when its connection was only given another name', async () => {
    const { practice, known, sendBehind } = await withOneUnderWay();
    const end = await sendBehind('createCustomDomain', (second) => {
      known.set('second', { ...second, label: 'Southwind' });
    });
    expect(end).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(practice.received()).toHaveLength(2);
  });
});
