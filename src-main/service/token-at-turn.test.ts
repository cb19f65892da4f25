/** A request that must arrive once waits for its turn; the token that counts is the one of then. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import { createServiceClient } from './service';

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
