/**
 * A person pastes the token into the field above it as well, the label’s, and presses *Connect*. They see it and
 * put it right. What was checked is in Activity, which never has a token in it (docs/guide.md), and in its export.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createServiceClient } from './service';
import { playedTransport } from './testing/played-transport';

const token = 'fyr_live_5b1c9e7a2d4f8e60';

/** What Activity has, on the disk and in its export, after a check and a preview. */
async function recorded(label: string, botId: string) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const connection = trialConnection('northwind', { label });
  const activity = createActivity({
    folder,
    // As `rooms.ts` has it: what was done on this computer is without the token in a name.
    withoutSecrets: (text) => text.replaceAll(token, '[token]'),
  });
  const client = createServiceClient({
    transport: playedTransport(() =>
      Promise.resolve({
        ...{ end: 'complete', head: { status: 200, headers: {} } },
        body: Buffer.from('{"message":"success"}'),
      }),
    ),
    activity,
    connectionById: () => connection,
    tokenFor: async () => token,
  });
  await client.checkConnection(connection, token);
  await client.send(connection, startChatAppPreviewRequest(connection, { botId, to: '+44 1' }), {
    ...{ kind: 'startChatAppPreview', subject: botId, once: true },
  });
  activity.note({ kind: 'connectionAdded', touched: [{ id: connection.id, name: label }] });
  await activity.settled();
  const [exported, files] = [await activity.exported(), await readdir(folder)];
  const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { exported, written: written.join('') };
}

it.each([
  ['the control: in the label is none', 'Northwind', 'bot'],
  ['the control: it was pasted into the bot’s field', 'Northwind', token],
  ['it was pasted into the label', token, 'bot'],
])('Activity and its export have no token: %s', async (_name, label, botId) => {
  const { exported, written } = await recorded(label, botId);
  expect(written).not.toContain(token);
  expect(exported).not.toContain(token);
});
