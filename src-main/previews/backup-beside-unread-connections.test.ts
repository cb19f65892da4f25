/**
 * A backup is saved while the connections can't be read: where a shortcut leads isn't known then. Without that
 * it would come back to whatever its connection leads to by then, so the backup says that it has none.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const unread = { code: 'storageNotRead' as const, files: ['connections.json'] };

/** Previews beside connections that can't be read, with or without a shortcut. */
async function besideUnread(hasShortcut: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-shortcuts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined, connectionAt: () => undefined },
    connectionById: () => {
      throw new ProblemError(unread);
    },
    send: () => expect.fail('nothing is sent'),
  });
  onTestFinished(() => previews.close());
  const form = { connectionId: 'c', botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  const shortcut = { ...form, id: 'a', name: 'Reception' };
  if (hasShortcut) await previews.backupPart.prepare([shortcut])(() => expect.fail('left out'));
  return previews;
}

it('the control: where there are no shortcuts, nothing is missing', async () => {
  const { backupPart } = await besideUnread(false);
  expect(backupPart.collect()).toEqual([]);
});

it('the shortcuts are not in it, and it says why', async () => {
  const { backupPart, snapshot } = await besideUnread(true);
  expect(snapshot().shortcuts).toMatchObject([{ name: 'Reception', connectionId: 'c' }]);
  expect(() => backupPart.collect()).toThrow(expect.objectContaining({ problem: unread }));
});
