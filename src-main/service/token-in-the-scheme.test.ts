/**
 * A connection presents its token in a header of its own. A person doesn't know what *Scheme* stands for and pastes the
 * token there as well, or into the header’s name. The service refuses that, and they look into Activity, which never has
 * a token in it (docs/guide.md), and export it for a support question.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenPresentation } from '@shared/connection';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createServiceClient } from './service';
import { playedTransport } from './testing/played-transport';

const token = 'fyr_live_5b1c9e7a2d4f8e60';

/** What Activity has, on the disk and in its export, after a check and a preview. */
async function recorded(presentation: TokenPresentation) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const connection = trialConnection('northwind', { presentation });
  const activity = createActivity({ folder });
  const client = createServiceClient({
    transport: playedTransport(() =>
      Promise.resolve({
        ...{ end: 'complete', head: { status: 401, headers: {} } },
        body: Buffer.from('{"message":"Unauthorized"}'),
      }),
    ),
    activity,
    connectionById: () => connection,
    tokenFor: async () => token,
  });
  await client.checkConnection(connection, token);
  const request = startChatAppPreviewRequest(connection, { botId: 'bot', to: '+44 1' });
  await client.send(connection, request, {
    ...{ kind: 'startChatAppPreview', subject: 'bot', once: true },
  });
  const [exported, files] = [await activity.exported(), await readdir(folder)];
  const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { exported, written: written.join('') };
}

it.each<[string, TokenPresentation]>([
  ['the control: beside a scheme', { kind: 'header', header: 'X-Api-Key', scheme: 'Key' }],
  ['it was pasted into the scheme', { kind: 'header', header: 'X-Api-Key', scheme: token }],
  ['it was pasted behind the scheme', { kind: 'header', header: 'X-Key', scheme: `Key ${token}` }],
  ['it was pasted into the header’s name', { kind: 'header', header: token, scheme: '' }],
])('Activity and its export have no token: %s', async (_name, presentation) => {
  const { exported, written } = await recorded(presentation);
  expect(exported).toContain('startChatAppPreview');
  expect(written).not.toContain(token);
  expect(exported).not.toContain(token);
});
