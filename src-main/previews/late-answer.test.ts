/** A 408 and a 303 leave open whether the service acted: the shortcut is not said to be not sent yet. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcomeText } from '@shared/service/outcome-text';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };

it.each<[string, Outcome]>([
  ['the control: not sure', { kind: 'unsure', reason: 'timeLimit', detail: '' }],
  ['a 408', { kind: 'rejected', status: 408 }],
  ['a 303', { kind: 'redirected', status: 303 }],
])('%s', async (_name, outcome) => {
  // What is said of the run itself.
  expect(outcomeText(outcome, 'startChatAppPreview').tone).toBe('unsure');
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const room = await createPreviews({
    ...{ folder, warn: () => undefined },
    send: async (_connection, _request, its) => {
      await its.beforeStart();
      its.onStart();
      return { activityId: its.activityId, outcome, body: undefined };
    },
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  await room.handlers.addShortcut({ ...form, name: 'Booking' });
  await room.handlers.start({ ...form, confirmedPlace: trialPlace });
  expect(room.shortcuts()?.[0]?.lastAt).not.toBeNull();
});
