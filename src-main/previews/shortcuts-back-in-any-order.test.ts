/** Two preview shortcuts are deleted, and both deletions undone: by which key each is started then. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const connection = trialConnection('northwind');

it.each([
  ['the control: the last one first', ['Reminder', 'Booking']],
  ['the first one first, from its own toast', ['Booking', 'Reminder']],
])('each has its own number again: %s', async (_name, order) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  const room = await createPreviews({
    ...{ folder, warn: () => undefined },
    send: () => expect.fail('nothing is sent'),
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(async () => {
    await room.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const ids = new Map<string, string>();
  for (const name of ['Booking', 'Reminder', 'Thanks']) {
    const target = { connectionId: connection.id, botId: 'bot', to: '+44 1', startGroupId: name };
    ids.set(name, (await room.handlers.addShortcut({ name, ...target })).id);
  }
  const idOf = (name: string) => ids.get(name) ?? '';
  for (const name of ['Booking', 'Reminder']) {
    await room.handlers.removeShortcut({ id: idOf(name) });
  }
  for (const name of order) await room.handlers.restoreShortcut({ id: idOf(name) });
  expect(room.snapshot().shortcuts.map(({ name }) => name)).toEqual([
    'Booking',
    'Reminder',
    'Thanks',
  ]);
});
