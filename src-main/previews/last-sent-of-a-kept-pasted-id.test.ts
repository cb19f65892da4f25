/**
 * A shortcut was kept before unseen signs were taken off IDs, with a zero-width space behind its bot, or marks of
 * direction around its recipient. It is sent without. When it was sent last is said of it all the same: *Not sent yet*
 * would have a person send it again.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const at = '2026-01-02T03:04:05.000Z';
const fields = { botId: 'bot', to: '+44 20 7946 0958', startGroupId: 'group' };

it.each([
  ['the control: nothing unseen', {}],
  ['a zero-width space behind the bot', { botId: 'bot\u200B' }],
  ['marks of direction around the recipient', { to: '\u202A+44 20 7946 0958\u202C' }],
  ['a zero-width space behind the start group', { startGroupId: 'group\u200B' }],
])('%s', async (_, kept) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  const shortcut = {
    ...{ id: 's1', name: 'Booking', connectionId: connection.id, lastAt: null },
    ...{ ...fields, ...kept },
  };
  const send: SendPreview = async (_connection, _request, { activityId, beforeStart, onStart }) => {
    await beforeStart();
    onStart();
    return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
  };
  // As an older Foyer left it.
  const left = { format: 1, history: [], shortcuts: [shortcut] };
  await writeFile(join(folder, 'previews.json'), JSON.stringify(left));
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined, now: () => at },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(async () => {
    await room.close();
    await rm(folder, { recursive: true, force: true });
  });
  const [shown] = room.snapshot().shortcuts;
  expect(shown).toMatchObject({ id: 's1', lastAt: null, ...kept });
  const { botId, to, startGroupId } = shown ?? fields;
  const form = { connectionId: connection.id, botId, to, startGroupId, confirmedPlace: trialPlace };
  const run = await room.handlers.start(form);
  expect(run.outcome).toMatchObject({ kind: 'accepted' });
  expect(room.snapshot().shortcuts).toMatchObject([{ id: 's1', lastAt: at }]);
});
