/** What is said of a shortcut after a preview of it had left and Foyer ended before the answer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };

async function opened(folder: string, send: SendPreview) {
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined },
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  return room;
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

const nothing: SendPreview = () => expect.fail('nothing is sent');
const unsure: Outcome = { kind: 'unsure', reason: 'timeLimit', detail: '' };

it('the control: one that ended as not sure is not said to be not sent yet', async () => {
  const folder = await newFolder();
  const room = await opened(folder, async (_connection, _request, its) => {
    await its.beforeStart();
    its.onStart();
    return { activityId: its.activityId, outcome: unsure, body: undefined };
  });
  await room.handlers.addShortcut({ ...form, name: 'Booking' });
  await room.handlers.start({ ...form, confirmedPlace: trialPlace });
  expect(room.shortcuts()?.[0]?.lastAt).not.toBeNull();
});

it.each(['killed', 'quit'])(
  'one that had left when Foyer was %s is not said to be not sent yet',
  async (how) => {
    const folder = await newFolder();
    let hasLeft = false;
    const first = await opened(folder, async (_connection, _request, its) => {
      await its.beforeStart();
      its.onStart();
      hasLeft = true;
      return new Promise(() => undefined);
    });
    await first.handlers.addShortcut({ ...form, name: 'Booking' });
    void first.handlers.start({ ...form, confirmedPlace: trialPlace });
    await expect.poll(() => hasLeft).toBe(true);
    if (how === 'quit') await first.close();
    const next = await opened(folder, nothing);
    expect(next.snapshot().history).toMatchObject([
      { outcome: { kind: 'unsure', reason: 'interrupted' } },
    ]);
    expect(next.shortcuts()).toMatchObject([{ name: 'Booking', isNewRecipient: false }]);
    expect(next.shortcuts()?.[0]?.lastAt).not.toBeNull();
  },
);
