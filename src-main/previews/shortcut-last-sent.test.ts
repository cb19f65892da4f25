/** When a shortcut is said to have been sent last that is new, or was away for a moment. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const accepted: Outcome = { kind: 'accepted', status: 200 };
const fields = { botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' };
const form = { connectionId: connection.id, ...fields };

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const send: SendPreview = async (_connection, _request, options) => {
    await options.beforeStart();
    options.onStart();
    await answered;
    return { activityId: options.activityId, outcome: accepted, body: { message: 'ok' } };
  };
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined, now: () => '2026-01-02T03:04:05.000Z' },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(async () => {
    await room.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { room, answer };
}

it('is when it was sent, though its deletion was undone after that', async () => {
  const { room, answer } = await open();
  const { id } = await room.handlers.addShortcut({ name: 'Booking', ...form });
  const run = Promise.resolve(room.handlers.start({ ...form, confirmedPlace: trialPlace }));
  await expect.poll(() => room.snapshot().history).toMatchObject([{ outcome: null }]);
  await room.handlers.removeShortcut({ id });
  answer();
  await run;
  await room.handlers.restoreShortcut({ id });
  expect(room.snapshot().shortcuts).toMatchObject([{ id, lastAt: '2026-01-02T03:04:05.000Z' }]);
});

it('is when it was sent from the form, where it is kept as a shortcut after that', async () => {
  const { room, answer } = await open();
  answer();
  await room.handlers.start({ ...form, confirmedPlace: trialPlace });
  await room.handlers.addShortcut({ name: 'Booking', ...form });
  // The list says "Not sent yet", and so does `foyer list`.
  expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: '2026-01-02T03:04:05.000Z' }]);
});

it('is when it was sent, though it was deleted after that and is back from a backup', async () => {
  const { room, answer } = await open();
  answer();
  const { id } = await room.handlers.addShortcut({ name: 'Booking', ...form });
  const backup = JSON.parse(JSON.stringify(room.backupPart.collect())) as unknown;
  await room.handlers.start({ ...form, confirmedPlace: trialPlace });
  await room.handlers.removeShortcut({ id });
  expect(await room.backupPart.prepare(backup)(() => expect.fail('left out'))).toBe(1);
  expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: '2026-01-02T03:04:05.000Z' }]);
});
