/** Foyer is killed while a preview is under way, and the clock was set back before. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';
import { longestHistory } from './previews-document';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };

it('the one that may have arrived is in the list, though it is dated before all others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  let clock = '2026-11-22T12:00:00.000Z';
  const last = { isHeld: false, hasLeft: false };
  const opened = async () => {
    const send: SendPreview = async (_connection, _request, its) => {
      await its.beforeStart();
      its.onStart();
      last.hasLeft = last.isHeld;
      if (last.isHeld) await new Promise(() => undefined);
      return { activityId: its.activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
    };
    const room = await createPreviews({
      ...{ folder, send, warn: () => undefined, now: () => clock },
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
    onTestFinished(() => room.close());
    return room;
  };
  const first = await opened();
  for (let count = 0; count < longestHistory; count += 1) {
    await first.handlers.start({ ...form, confirmedPlace: trialPlace });
  }
  clock = '2026-11-22T11:00:00.000Z';
  last.isHeld = true;
  void first.handlers.start({ ...form, to: '+44 2', confirmedPlace: trialPlace });
  await expect.poll(() => last.hasLeft).toBe(true);
  const { history } = (await opened()).snapshot();
  expect(history.map(({ input }) => input.to)).toContain('+44 2');
});
